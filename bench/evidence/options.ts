import { Command } from 'commander';

export interface EvidenceOptions {
  readonly file: string;
  readonly json: string | null;
}

/** Reads the command line of `npm run eval:evidence`; ends the process where it makes no sense. */
export function parseOptions(argv: readonly string[]): EvidenceOptions {
  const command = new Command('npm run eval:evidence --')
    .description('Measures which sentences of a given text the project takes for the evidence of a claim.')
    .argument('<file>', 'one JSON object a line: claim, docId, sentences, evidence')
    .option('--json <file>', 'writes the figures there')
    .parse(argv);
  return { file: command.args[0] ?? '', json: command.opts<{ json?: string }>().json ?? null };
}
