//! Vendors and products whose names say who is behind a tool rather than what it does.
//!
//! What is also an everyday English word that may well be a subject (box, linear, notion, square, teams) is left out: a rule
//! that is wrong once is switched off. Sorted, for the look-up.

/// The word as it stands in a name, and the vendor or product as it is written.
const VENDORS: [(&str, &str); 96] = [
    ("airtable", "Airtable"),
    ("algolia", "Algolia"),
    ("anthropic", "Anthropic"),
    ("asana", "Asana"),
    ("atlassian", "Atlassian"),
    ("auth0", "Auth0"),
    ("aws", "AWS"),
    ("azure", "Azure"),
    ("bigquery", "BigQuery"),
    ("bitbucket", "Bitbucket"),
    ("chatgpt", "ChatGPT"),
    ("circleci", "CircleCI"),
    ("claude", "Claude"),
    ("clickhouse", "ClickHouse"),
    ("clickup", "ClickUp"),
    ("cloudflare", "Cloudflare"),
    ("codeberg", "Codeberg"),
    ("confluence", "Confluence"),
    ("copilot", "Copilot"),
    ("couchdb", "CouchDB"),
    ("databricks", "Databricks"),
    ("datadog", "Datadog"),
    ("deepseek", "DeepSeek"),
    ("digitalocean", "DigitalOcean"),
    ("dockerhub", "Docker Hub"),
    ("dropbox", "Dropbox"),
    ("duckdb", "DuckDB"),
    ("dynamodb", "DynamoDB"),
    ("elasticsearch", "Elasticsearch"),
    ("elevenlabs", "ElevenLabs"),
    ("evernote", "Evernote"),
    ("figma", "Figma"),
    ("firebase", "Firebase"),
    ("forgejo", "Forgejo"),
    ("gcp", "Google Cloud"),
    ("gerrit", "Gerrit"),
    ("gh", "GitHub"),
    ("gitea", "Gitea"),
    ("github", "GitHub"),
    ("gitlab", "GitLab"),
    ("glab", "GitLab"),
    ("gmail", "Gmail"),
    ("google", "Google"),
    ("grafana", "Grafana"),
    ("graphviz", "Graphviz"),
    ("heroku", "Heroku"),
    ("hubspot", "HubSpot"),
    ("huggingface", "Hugging Face"),
    ("intercom", "Intercom"),
    ("jenkins", "Jenkins"),
    ("jetbrains", "JetBrains"),
    ("jira", "Jira"),
    ("kubernetes", "Kubernetes"),
    ("langchain", "LangChain"),
    ("launchdarkly", "LaunchDarkly"),
    ("mailchimp", "Mailchimp"),
    ("mariadb", "MariaDB"),
    ("microsoft", "Microsoft"),
    ("mistral", "Mistral"),
    ("mongodb", "MongoDB"),
    ("mysql", "MySQL"),
    ("netlify", "Netlify"),
    ("newrelic", "New Relic"),
    ("npm", "npm"),
    ("okta", "Okta"),
    ("ollama", "Ollama"),
    ("openai", "OpenAI"),
    ("opensearch", "OpenSearch"),
    ("pagerduty", "PagerDuty"),
    ("paypal", "PayPal"),
    ("perplexity", "Perplexity"),
    ("pinecone", "Pinecone"),
    ("plantuml", "PlantUML"),
    ("postgres", "PostgreSQL"),
    ("postgresql", "PostgreSQL"),
    ("postman", "Postman"),
    ("puppeteer", "Puppeteer"),
    ("pypi", "PyPI"),
    ("redis", "Redis"),
    ("salesforce", "Salesforce"),
    ("sendgrid", "SendGrid"),
    ("servicenow", "ServiceNow"),
    ("sharepoint", "SharePoint"),
    ("shopify", "Shopify"),
    ("slack", "Slack"),
    ("snowflake", "Snowflake"),
    ("sourceforge", "SourceForge"),
    ("sqlite", "SQLite"),
    ("stripe", "Stripe"),
    ("supabase", "Supabase"),
    ("todoist", "Todoist"),
    ("trello", "Trello"),
    ("twilio", "Twilio"),
    ("vercel", "Vercel"),
    ("zapier", "Zapier"),
    ("zendesk", "Zendesk"),
];

/// The vendor that a word names.
pub(super) fn vendor(word: &str) -> Option<&'static str> {
    VENDORS.binary_search_by_key(&word, |(own, _)| own).ok().map(|at| VENDORS[at].1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted_and_of_single_words() {
        assert!(VENDORS.is_sorted_by(|(a, _), (b, _)| a < b));
        assert!(VENDORS.iter().all(|(word, _)| crate::name::check_id(word).is_ok()));
        assert_eq!((vendor("gh"), vendor("bean")), (Some("GitHub"), None));
    }
}
