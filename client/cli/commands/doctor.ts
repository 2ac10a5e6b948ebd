import type { Command } from 'commander';
import type { OutputFlags } from '../context/command-context.ts';
import { ExitCode } from '../context/exit.ts';
import { runCommand } from '../context/run-command.ts';

/** `doctor`: looks at everything a run needs. */
export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description(
      'Check Node, Temporal, the index, the model endpoint and the web providers, and say how to repair each.',
    )
    .option('--json', 'as JSON')
    .addHelpText('after', '\nExample:\n  npm run doctor')
    .action((flags: OutputFlags) =>
      runCommand(flags, async (context) => {
        const { renderChecks } = await import('../rendering/render-checks.ts');
        const checks = await (await context.tools()).doctor();
        const isHealthy = checks.every(({ ok }) => ok);
        context.output.result(checks, () => renderChecks(checks, context.paint));
        return isHealthy ? ExitCode.Done : ExitCode.Environment;
      }),
    );
}
