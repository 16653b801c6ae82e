// Drives the conformance example through a TypeScript client: drive.mjs FOLDER BIN [URL]
//
// FOLDER has `@modelcontextprotocol/client` (2.x) or `@modelcontextprotocol/sdk` (1.x) in its node_modules. What is done
// with each is what drive.py does.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const [folder, bin, ...urls] = process.argv.slice(2)
const modules = resolve(folder, 'node_modules/@modelcontextprotocol')
const two = existsSync(`${modules}/client`)
const root = two ? `${modules}/client` : `${modules}/sdk`
const { version } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))
const load = path => import(`${root}/dist/${path}`)
const { Client } = await load(two ? 'index.mjs' : 'esm/client/index.js')
const { StdioClientTransport } = await load(two ? 'stdio.mjs' : 'esm/client/stdio.js')
const { StreamableHTTPClientTransport } = await load(two ? 'index.mjs' : 'esm/client/streamableHttp.js')

const text = result => result.content.map(block => block.text ?? '').join('')

async function drive(client) {
  const { tools } = await client.listTools()
  const names = tools.map(tool => tool.name)
  assert.deepEqual(names, [...names].sort(), 'the tools, in their order')
  assert(names.includes('test_simple_text'), 'a tool of the example')
  const call = (name, args = {}, options = {}) => {
    const params = { name, arguments: args }
    return two ? client.callTool(params, options) : client.callTool(params, undefined, options)
  }
  assert.equal(text(await call('test_simple_text')), 'This is a simple text response for testing.')
  assert.equal(text(await call('test_custom_header', { value: 'héllo' })), 'héllo')
  const failed = await call('test_error_handling')
  assert.equal(failed.isError, true, 'an error result')
  assert.equal(text(failed), 'This tool intentionally returns an error for testing')

  const seen = []
  await call('test_tool_with_progress', {}, { onprogress: step => seen.push([step.progress, step.total]) })
  // These clients forget a call once its answer is read, and with it the last progress where both came at once.
  const steps = [[0, 100], [50, 100], [100, 100]]
  assert(seen.length >= 2, `progress: ${seen}`)
  assert.deepEqual(seen, steps.slice(0, seen.length), 'progress')

  const count = async () => Number(text(await call('waiting_get')))
  const before = await count()
  const stop = new AbortController()
  const waiting = call('waiting_await', {}, { signal: stop.signal, onprogress: () => stop.abort() })
  await assert.rejects(waiting, 'the call was cancelled')
  for (const end = Date.now() + 20_000; (await count()) === before; await sleep(10)) {
    assert(Date.now() < end, 'the server was told of the cancellation')
  }
}

const modes = two
  ? { legacy: undefined, auto: { mode: 'auto' }, '2026-07-28': { mode: { pin: '2026-07-28' } } }
  : { legacy: undefined }
for (const [mode, versionNegotiation] of Object.entries(modes)) {
  for (const url of [undefined, ...urls]) {
    const what = `typescript ${two ? 'client' : 'sdk'} ${version}, ${mode}, ${url ? 'http' : 'stdio'}`
    const client = new Client({ name: 'drive', version: '0' }, versionNegotiation ? { versionNegotiation } : {})
    const transport = url
      ? new StreamableHTTPClientTransport(new URL(url))
      : new StdioClientTransport({ command: bin, args: ['serve', '--stdio'] })
    try {
      await client.connect(transport)
      await drive(client)
      await client.close()
    } catch (error) {
      console.error(`FAILED: ${what}: ${error.stack}`)
      process.exit(1)
    }
    console.log(`ok: ${what}`)
  }
}
process.exit(0)
