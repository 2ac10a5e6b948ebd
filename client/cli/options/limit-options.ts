import type { Command } from 'commander';
import type { ResearchLimits } from '../../../workflows/contracts/research-request.ts';
import { parseDecimal, parseDurationOption, parseWholeNumber } from './option-values.ts';

/** The ceilings of a run as options; undefined: not given. */
export interface LimitOptions {
  readonly maxSearches?: number;
  readonly maxPages?: number;
  readonly maxModelCalls?: number;
  readonly maxModelTokens?: number;
  readonly maxMoney?: number;
  /** Seconds. */
  readonly maxTime?: number;
}

/** @param withDefaults the help says what holds without an option; false where nothing changes then */
export function addLimitOptions(command: Command, withDefaults: boolean): void {
  const says = (text: string): string => (withDefaults ? ` (default: ${text})` : '');
  command
    .option('--max-searches <n>', `searches of the whole run${says('80')}`, parseWholeNumber)
    .option('--max-pages <n>', `passages read in the whole run${says('120')}`, parseWholeNumber)
    .option('--max-model-calls <n>', `calls of a language model${says('400')}`, parseWholeNumber)
    .option(
      '--max-model-tokens <n>',
      `tokens of a language model, input and output${says('2000000')}`,
      parseWholeNumber,
    )
    .option('--max-money <usd>', `US dollars, by the worker's price table${says('no limit')}`, parseDecimal)
    .option(
      '--max-time <time>',
      `working time, without waiting for people and servers${withDefaults ? ' (15m, 4h; default: 4h)' : ' (15m, 4h)'}`,
      parseDurationOption,
    );
}

/** Those that were given. */
export function limitsOf(options: LimitOptions): Partial<ResearchLimits> {
  const limits = {
    searches: options.maxSearches,
    pages: options.maxPages,
    modelCalls: options.maxModelCalls,
    modelTokens: options.maxModelTokens,
    money: options.maxMoney,
    wallTimeSeconds: options.maxTime,
  };
  return Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined));
}
