import type { Command } from 'commander';
import type { DoctorCheck } from '../../../workers/lifecycle/doctor.ts';
import type { ClientConfig } from '../../configuration/config.ts';
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
        const tools = await context.tools();
        const checks = [...(await tools.doctor(flags.notify)), ...(await checkIssuer(context.config))];
        const isHealthy = checks.every(({ ok }) => ok);
        context.output.result(checks, () => renderChecks(checks, context.paint));
        return isHealthy ? ExitCode.Done : ExitCode.Environment;
      }),
    );
}

/** Only `serve` needs it. */
async function checkIssuer({ issuer, login }: ClientConfig): Promise<DoctorCheck[]> {
  if (issuer === null) return [];
  const { openIssuer } = await import('../../service/issuer-tokens.ts');
  const check = { name: 'issuer of tokens', commands: [] };
  try {
    const found = await openIssuer(issuer.issuer).discover();
    const isUsable = found.authorization_endpoint !== undefined && found.token_endpoint !== undefined;
    if (login !== null && !isUsable) throw new Error('it has nothing to sign in with');
    return [{ ...check, ok: true, detail: `${issuer.issuer} answers`, repair: null, outcome: 'answers' }];
  } catch (error) {
    const detail = `${issuer.issuer}: ${error instanceof Error ? error.message : String(error)}`;
    const repair = 'correct PLUMBLINE_OIDC_ISSUER; it is the name that the issuer gives itself';
    return [{ ...check, ok: false, detail, repair, outcome: 'failed' }];
  }
}
