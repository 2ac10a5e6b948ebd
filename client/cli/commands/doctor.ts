import type { Command } from 'commander';
import { examples } from '../../errors/cli-commands.ts';
import type { OutputFlags } from '../context/command-context.ts';
import { CommandGroup } from '../context/command-group.ts';
import { ExitCode } from '../context/exit.ts';
import { runCommand } from '../context/run-command.ts';

/** `doctor`: checks everything a run needs. */
export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .helpGroup(CommandGroup.Servers)
    .description('Check Node, Temporal, the index, the model endpoint and the web providers, and name repairs.')
    .option('--notify', 'also send a message to everybody that PLUMBLINE_NOTIFY names')
    .option('--json', 'as JSON')
    .addHelpText('after', examples('doctor'))
    .action((flags: OutputFlags & { readonly notify?: boolean }) =>
      runCommand(flags, async (context) => {
        const { renderChecks } = await import('../rendering/render-checks.ts');
        const checks = await (await context.tools()).doctor(flags.notify);
        const isHealthy = checks.every(({ ok }) => ok);
        context.output.result(checks, () => renderChecks(checks, context.paint));
        return isHealthy ? ExitCode.Done : ExitCode.Environment;
      }),
    );
}
