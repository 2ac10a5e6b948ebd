import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { runCommand } from '../context/run-command.ts';

/** `temporal`: runs the embedded server in the foreground, without a worker. */
export function addTemporalCommand(program: Command): void {
  program
    .command('temporal')
    .description('Run the embedded Temporal server in this terminal, without a worker.')
    .addHelpText(
      'after',
      '\nExample (three terminals):\n  npm run temporal\n  npm run worker\n  npm run research -- "…" --corpus docs',
    )
    .action(() =>
      runCommand({}, async (context) => {
        const { refuseExternalTemporal } = await import('../context/embedded-only.ts');
        const { runInForeground } = await import('../context/foreground.ts');
        refuseExternalTemporal(context.config);
        const script = fileURLToPath(new URL('../../../workers/supervisor.ts', import.meta.url));
        return runInForeground(context, script, ['--home', context.config.home, '--server-only']);
      }),
    );
}
