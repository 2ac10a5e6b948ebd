import type { Command } from 'commander';
import type { TemporalAccess } from '../../connection/temporal-access.ts';
import { typed } from '../../wording/cli-commands.ts';
import type { CommandContext, OutputFlags } from '../context/command-context.ts';
import { ExitCode } from '../context/exit.ts';
import { runCommand } from '../context/run-command.ts';
import { addResearchOptions } from '../options/research-options.ts';
import type { ResearchOptions } from '../options/research-request.ts';

interface ResearchFlags extends Omit<ResearchOptions, 'clarify'>, OutputFlags {
  readonly clarify?: ResearchOptions['clarify'];
  readonly id?: string;
  readonly detach?: boolean;
  readonly logDrift?: boolean;
}

const EXAMPLES = `
Examples:
  npm run research -- "How do I limit the number of connections?" --corpus docs
  npm run research -- "What changed in version 8?" --corpus docs --preset quick --json
  npm run research -- "Which limits apply?" --corpus norms --corpus minutes --web --domain-allow europa.eu
  npm run research -- "Does it last?" --provider arxiv --provider crossref --since 2024-01-01
  npm run research -- "Which limits apply?" --corpus norms --detach --id limits-2026
  npm run research -- "Which limits apply?" --corpus norms --citation-style document-page --log-drift
`;

/** `research`: asks a question of folders of documents and of the web. */
export function addResearchCommand(program: Command): void {
  const command = program
    .command('research')
    .description(
      'Research a question in folders of documents and on the web, and write a report whose every quotation is checked.',
    )
    .argument('<question>', 'the question, in quotes');
  addResearchOptions(command);
  command
    .addHelpText('after', EXAMPLES)
    .action((question: string, flags: ResearchFlags) =>
      runCommand(flags, (context) => research(context, question, flags)),
    );
}

async function research(context: CommandContext, question: string, flags: ResearchFlags): Promise<ExitCode> {
  const { createRequest } = await import('../options/research-request.ts');
  const { checkResearchId } = await import('../../runs/research-id.ts');
  const { loadProviders } = await import('../../configuration/provider-setup.ts');
  const options = { ...flags, clarify: flags.clarify ?? defaultClarify(context, flags) };
  const { usesExternalTemporal, environment } = context.config;
  const providers = await loadProviders(environment);
  const request = createRequest(question, options, { hasOwnWorkers: !usesExternalTemporal, providers });
  if (flags.id !== undefined) checkResearchId(flags.id);
  const { withTemporal } = await import('../context/reach.ts');
  const { beginRun } = await import('../runs/begin-run.ts');
  const { followRun } = await import('../watching/follow-run.ts');
  return withTemporal(context, { keep: flags.detach === true }, async (access) => {
    const { researchId, attached } = await beginRun(context, access, request, flags.id);
    if (flags.detach !== true) {
      return followRun(context, access, researchId, {
        isQuiet: flags.quiet === true,
        logsDrift: flags.logDrift === true,
      });
    }
    sayWhereItRuns(context, access, { researchId, attached });
    return ExitCode.Done;
  });
}

function sayWhereItRuns(
  { output }: CommandContext,
  access: TemporalAccess,
  { researchId, attached }: { readonly researchId: string; readonly attached: boolean },
): void {
  const commands = {
    status: typed.status(researchId),
    answer: typed.answer(researchId),
    resume: typed.resume(researchId),
  };
  output.result({ researchId, attached, webUi: access.webUiOf(researchId), commands }, () =>
    [
      attached ? `${researchId} exists already.` : `Started ${researchId}; it goes on by itself.`,
      `Look:   ${commands.status}`,
      `Watch:  ${commands.resume}`,
      `Answer: ${commands.answer}`,
      'End Temporal and the worker: npm run down',
    ].join('\n'),
  );
}

/** Questions are asked where somebody can answer: at this terminal, or later, of a run that is left alone. */
function defaultClarify({ config, output }: CommandContext, { detach }: ResearchFlags): ResearchOptions['clarify'] {
  return detach === true || (config.terminal.canAsk && !output.isJson) ? 'auto' : 'never';
}
