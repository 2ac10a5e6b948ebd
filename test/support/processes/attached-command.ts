import { startOrJoin } from '../../../client/connection/embedded.ts';
import { supportFile } from './processes.ts';

// A command that holds the embedded server of the home in its first argument until it is interrupted or killed.
const server = await startOrJoin({
  home: process.argv[2] ?? '',
  environment: process.env,
  keep: false,
  onPhase: () => undefined,
  workerEntry: supportFile('idle-worker.ts'),
});
process.on('SIGINT', () => void server.release());
process.stdout.write('attached\n');
