import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { STAND_IN } from '../worlds/started.ts';

// As much of a Temporal server as its supervisor sees: it listens on its ports, has no runs, and agrees to everything.
const type = 'string';
const options = { port: { type }, 'ui-port': { type }, 'http-port': { type } } as const;
const { values } = parseArgs({ options, strict: false });
const servers = Object.keys(options).map((name) =>
  createServer((request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json').end('{"count":"0"}');
  }).listen(Number(values[name]), '127.0.0.1'),
);
// Its ports are free before it is gone, as those of the real one are.
process.on('SIGTERM', () => {
  for (const server of servers) server.close();
  setImmediate(() => process.exit());
});
process.stdout.write(`Server: ${STAND_IN}\n`);
