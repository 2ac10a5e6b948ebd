import { statSync } from 'node:fs';
import { Command } from 'commander';
import type { AskingPlaces } from './asked-questions.ts';

export interface CertaintyOptions {
  /** Paths of JSON files that `eval:answers --json` wrote; of none where questions are asked. */
  readonly inputs: readonly string[];
  readonly asked: (AskingPlaces & { readonly directory: string }) | null;
  readonly json: string | null;
  readonly fit: boolean;
}

/** Reads the command line of `npm run eval:certainty`; ends the process where it makes no sense. */
export function parseOptions(argv: readonly string[]): CertaintyOptions {
  const command = new Command('npm run eval:certainty --')
    .description(
      'Compares the certainty of answers with what is true of them: of the questions in a folder, which are asked, each corpus by weights of the others; or in results of eval:answers, five-fold by document.',
    )
    .argument('<inputs...>', 'a folder with questions.jsonl, or JSON files that eval:answers --json wrote')
    .option('--corpora <folder>', 'holds a folder for each corpus of the questions (default: the folder itself)')
    .option('--answers <folder>', 'keeps the answers there, and takes those that are there already')
    .option('--json <file>', 'writes the figures there')
    .option(
      '--fit',
      'fits the weights to the results and prints them, for activities/offline-engine/answers/task-answers.ts',
      false,
    )
    .parse(argv);
  const { json, fit, corpora, answers } = command.opts<Flags>();
  const [directory = '', ...others] = command.args;
  const isFolder = statSync(directory, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isFolder && others.length > 0) command.error('error: only one folder at a time');
  return {
    inputs: isFolder ? [] : command.args,
    asked: isFolder ? { directory, corpora: corpora ?? directory, kept: answers ?? null } : null,
    json: json ?? null,
    fit,
  };
}

interface Flags {
  readonly json?: string;
  readonly fit: boolean;
  readonly corpora?: string;
  readonly answers?: string;
}
