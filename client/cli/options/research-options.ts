import { type Command, Option } from 'commander';
import { WEB_PROVIDERS } from '../../../workflows/contracts/web-search.ts';
import { addLimitOptions } from './limit-options.ts';
import {
  collect,
  collectProvider,
  parseByteSize,
  parseDecimal,
  parseDurationOption,
  parseTierCaps,
  parseWholeNumber,
} from './option-values.ts';
import { PRESETS } from './presets.ts';

/** All options of `research`. Defaults and ranges are those of the request's schema, which checks them. */
export function addResearchOptions(command: Command): void {
  addRunOptions(command);
  addSourceOptions(command);
  addClarificationOptions(command);
  addRetrievalOptions(command);
  addEvidenceOptions(command);
  addReferenceOptions(command);
  addReportOptions(command);
  addLimits(command);
  addServerOptions(command);
}

function addRunOptions(command: Command): void {
  command
    .option('--id <id>', 'id of the run: the same id with the same request never starts a second run')
    .option('--detach', 'start the run, leave Temporal and the worker running, and return at once')
    .addOption(
      new Option('--preset <name>', 'sets the numbers below together; the defaults named there are those of standard')
        .choices(Object.keys(PRESETS))
        .default('standard'),
    )
    .option('--quiet', 'no progress')
    .option('--json', 'the outcome as JSON');
}

function addSourceOptions(command: Command): void {
  command
    .optionsGroup('Where to look (a folder or the web at least):')
    .option('--corpus <folder>', 'folder with documents (Markdown, text, HTML, PDF, DOCX); may be repeated', collect)
    .option('--web', 'also search the web, with the first provider that is set up (`npm run doctor` shows them)')
    .addOption(
      new Option('--provider <name>', 'search the web with this provider; may be repeated')
        .choices(WEB_PROVIDERS)
        .argParser(collectProvider),
    )
    .option('--domain-allow <domain>', 'only pages of this domain and those below it; may be repeated', collect)
    .option('--domain-block <domain>', 'no pages of this domain and those below it; may be repeated', collect)
    .option('--since <date>', 'no pages that are known to be older (YYYY-MM-DD)');
}

function addClarificationOptions(command: Command): void {
  command
    .optionsGroup('Asking back:')
    .addOption(
      new Option(
        '--clarify <mode>',
        'ask back when the question is unclear (default: auto on a terminal and with --detach, else never)',
      ).choices(['auto', 'always', 'never']),
    )
    .option('--clarify-rounds <n>', 'at most so many rounds of questions (0 to 2, default: 2)', parseWholeNumber)
    .option(
      '--clarify-timeout <time>',
      'then go on with stated assumptions (90s, 15m, 7d; default: 24h)',
      parseDurationOption,
    )
    .option('--approve-plan', 'wait for the plan to be approved');
}

function addRetrievalOptions(command: Command): void {
  command
    .optionsGroup('Searching:')
    .option('--query-variants <n>', 'queries for each task, its own words first (1 to 8, default: 3)', parseWholeNumber)
    .option('--relevance-threshold <share>', 'read no hit that scores less (0 to 1, default: 0.7)', parseDecimal)
    .option('--rerank-top-k <n>', 'best hits read for each task (1 to 20, default: 10)', parseWholeNumber)
    .addOption(
      new Option(
        '--source-weighting <degree>',
        'how much the standing of a source counts (default: auto, by the kind of question)',
      ).choices(['auto', 'low', 'medium', 'high']),
    )
    .option(
      '--max-rounds <n>',
      'rounds of further tasks for what is still open (0 to 5, default: 2)',
      parseWholeNumber,
    );
}

function addEvidenceOptions(command: Command): void {
  command
    .optionsGroup('What the report rests on:')
    .option(
      '--tier-caps <n,n,n>',
      'findings of tiers 1, 2 and 3 that reach the report (default: 15,10,5)',
      parseTierCaps,
    )
    .option('--max-quotes <n>', 'verbatim quotes that reach it (1 to 50, default: 10)', parseWholeNumber)
    .option('--min-quote-length <n>', 'shortest quote, in characters (20 to 500, default: 20)', parseWholeNumber)
    .option('--drift-threshold <share>', 'drop findings of less final relevance (0 to 1, default: 0.5)', parseDecimal)
    .option('--drift-warning <share>', 'warn when less of a tier remains (0 to 1, default: 0.7)', parseDecimal)
    .addOption(new Option('--log-drift', 'print each dropped finding at the end').conflicts('detach'));
}

function addReferenceOptions(command: Command): void {
  command
    .optionsGroup('Following references:')
    .option('--reference-depth <n>', 'references of references (0 to 2, default: 2; 0: follow none)', parseWholeNumber)
    .option('--reference-gate <share>', 'relevance from which a target is read (0 to 1, default: 0.6)', parseDecimal)
    .option('--references-per-task <n>', 'targets read for each task (0 to 20, default: 6)', parseWholeNumber);
}

function addReportOptions(command: Command): void {
  command
    .optionsGroup('The report:')
    .addOption(
      new Option('--citation-style <style>', 'as [3] or as [Document.pdf, Page 12] (default: numbered)').choices([
        'numbered',
        'document-page',
      ]),
    )
    .option('--no-language-check', 'do not look for sentences in another language than the question')
    .option('--no-language-retry', 'do not write it again when there are such sentences');
}

function addLimits(command: Command): void {
  command
    .optionsGroup('Limits (at one of them the run asks: raise it, finish, or stop):')
    .option('--max-tasks <n>', 'tasks of the plan (1 to 24, default: 6)', parseWholeNumber)
    .option('--concurrency <n>', 'tasks at the same time (1 to 8, default: 4)', parseWholeNumber);
  addLimitOptions(command, true);
  command
    .option(
      '--budget-timeout <time>',
      'without an answer at a limit, finish with what there is (default: 24h)',
      parseDurationOption,
    )
    .option('--max-file-size <size>', 'larger files are skipped (800KB, 50MB; default: 50MB)', parseByteSize);
}

function addServerOptions(command: Command): void {
  command
    .optionsGroup('Servers:')
    .option('--fresh', 'use no stored answers of models, searches and pages but those of this run')
    .option('--model-outage <time>', 'wait so long for a model that is down (default: 7d)', parseDurationOption)
    .option(
      '--provider-outage <time>',
      'wait so long for a search provider (default: 2m; 0s: not)',
      parseDurationOption,
    );
}
