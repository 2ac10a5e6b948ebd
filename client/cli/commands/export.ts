import { type Command, Option } from 'commander';
import { examples } from '../../wording/cli-commands.ts';
import type { OutputFlags } from '../context/command-context.ts';
import { CommandGroup } from '../context/command-group.ts';
import { runCommand } from '../context/run-command.ts';
import type { BundleFlags } from '../runs/bundle-export.ts';

/** `export`: a report in a form that leaves the house. */
export function addExportCommand(program: Command): void {
  program
    .command('export')
    .helpGroup(CommandGroup.Look)
    .description('Write a report with all its evidence to one file that anybody can check. Works without Temporal.')
    .argument('[id]', 'id of the run (default: the newest with a report)')
    .addOption(new Option('--format <name>', 'what to write').choices(['bundle']).default('bundle'))
    .option('--out <file>', 'file to write (default: one named after the run, here)')
    .option('--without-originals', 'only the texts as read, not the documents themselves')
    .option('--yes', 'do not ask before writing more than 100 MB')
    .option('--json', 'what was written as JSON')
    .addHelpText('after', examples('export research-limits-3f9a21 --format bundle --out limits.zip'))
    .action((id: string | undefined, { withoutOriginals, ...flags }: ExportFlags) =>
      runCommand(flags, async (context) => {
        const { resolveRun } = await import('../runs/known-runs.ts');
        const { exportBundle } = await import('../runs/bundle-export.ts');
        const researchId = await resolveRun(context, id, ({ reportPath }) => reportPath !== null);
        return exportBundle(context, researchId, { ...flags, originals: withoutOriginals !== true });
      }),
    );
}

interface ExportFlags extends OutputFlags, Omit<BundleFlags, 'originals'> {
  readonly withoutOriginals?: boolean;
}
