import { resolve } from 'node:path';
import type { Command } from 'commander';
import { researchSettingsSchema } from '../../../workflows/contracts/research-request.ts';
import { UsageError } from '../../failures.ts';
import type { CommandContext, OutputFlags } from '../command-context.ts';
import { ExitCode } from '../exit.ts';
import { parseByteSize, parseWholeNumber } from '../option-values.ts';
import { runCommand } from '../run-command.ts';

interface SearchFlags extends OutputFlags {
  readonly corpus: string;
  readonly top: number;
  readonly language?: string;
  readonly maxFileSize?: number;
}

const MAX_TOP = 200;

/** `search`: ranked passages of a folder; how retrieval is inspected. */
export function addSearchCommand(program: Command): void {
  program
    .command('search')
    .description('Search a folder of documents and print ranked passages with their scores. Needs no Temporal.')
    .argument('<query>', 'the words to search for, in quotes')
    .requiredOption('--corpus <folder>', 'folder with the documents')
    .option('--top <n>', `how many passages (1 to ${MAX_TOP})`, parseWholeNumber, 10)
    .option('--language <code>', 'language of the query, like de or en (default: detected)')
    .option('--max-file-size <size>', 'larger files are skipped (800KB, 50MB)', parseByteSize)
    .option('--quiet', 'no progress')
    .option('--json', 'as JSON')
    .addHelpText('after', '\nExample:\n  npm run search -- "connection limit" --corpus docs --top 5')
    .action((query: string, flags: SearchFlags) => runCommand(flags, (context) => search(context, query, flags)));
}

async function search(context: CommandContext, query: string, flags: SearchFlags): Promise<ExitCode> {
  const { renderHits } = await import('../render-hits.ts');
  await checkFlags(query, flags);
  const directory = resolve(flags.corpus);
  context.output.progress(`Indexing ${directory}`);
  const tools = await context.tools();
  const corpus = await tools.openCorpus();
  const report = await corpus.update({
    directory,
    maxFileBytes: flags.maxFileSize ?? researchSettingsSchema.parse({}).maxFileBytes,
    signal: context.signal,
    onProgress: createIndexProgress(context),
  });
  const language = flags.language ?? (await tools.detectLanguage(query));
  const hits = await corpus.search({ corpusId: report.corpusId, query, language, topK: flags.top });
  context.output.result({ query, language, corpus: report, hits }, () => renderHits(hits, context));
  return ExitCode.Done;
}

async function checkFlags(query: string, { corpus, top }: SearchFlags): Promise<void> {
  const { findCorpusProblem } = await import('../research-request.ts');
  if (!/[\p{L}\p{N}]/u.test(query)) throw new UsageError('the query contains no letter and no digit');
  if (top < 1 || top > MAX_TOP) throw new UsageError(`--top: use 1 to ${MAX_TOP}`);
  const problem = findCorpusProblem(resolve(corpus));
  if (problem !== undefined) throw new UsageError(problem);
}

/** At most one line in two seconds. */
function createIndexProgress({ output }: CommandContext) {
  let saidAt = performance.now();
  return ({ filesDone, filesTotal }: { readonly filesDone: number; readonly filesTotal: number }) => {
    if (performance.now() - saidAt < 2_000) return;
    saidAt = performance.now();
    output.progress(`${filesDone} of ${filesTotal} files indexed`);
  };
}
