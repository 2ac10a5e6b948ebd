import { DefaultLogger, Runtime } from '@temporalio/worker';

// The SDK downloads only when it starts a server. The server is stopped again; the binary stays in `directory`.
const [directory, version] = process.argv.slice(2);
if (directory === undefined || version === undefined)
  throw new Error('usage: temporal-download-process <directory> <version>');

const TEN_YEARS_MS = 315_360_000_000;

try {
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  const runtime = Runtime.instance();
  const server = await runtime.createEphemeralServer({
    type: 'dev-server',
    exe: {
      type: 'cached-download',
      downloadDir: directory,
      version,
      ttl: TEN_YEARS_MS,
      sdkName: 'sdk-typescript',
      sdkVersion: '1.24.0',
    },
    namespace: 'default',
    ip: '127.0.0.1',
    port: null,
    uiPort: null,
    dbFilename: null,
    ui: false,
    log: { format: 'json', level: 'error' },
    extraArgs: [],
  });
  await runtime.shutdownEphemeralServer(server);
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  // The SDK repeats address and cause several times; the end of the message is enough.
  process.stderr.write(`${message.split(': ').slice(-3).join(': ')}\n`);
  process.exitCode = 1;
}
