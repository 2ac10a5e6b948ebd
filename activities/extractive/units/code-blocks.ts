import type { Block } from '../../text/block.ts';
import type { Span } from './passage-entries.ts';

const LONGEST_INTRODUCTION = 200;

/** The code of a block, without surrounding HTML tags. */
export function codeOf(passage: string, { start, end }: Span): Span {
  const text = passage.slice(start, end);
  const lead = /^<code[^<>]*>\s*/i.exec(text)?.[0].length ?? 0;
  const tail = /(?<!\s)\s*<\/code>$/i.exec(text)?.[0].length ?? 0;
  return { start: start + lead, end: Math.max(start + lead, end - tail) };
}

/** The sentence that introduces a block of code ("Restart the service:"); empty if there is none. */
export function introductionOfCode(passage: string, blocks: readonly Block[], code: Block): string {
  const before = blocks[blocks.indexOf(code) - 1];
  if (before?.kind !== 'prose') return '';
  const sentences = passage.slice(before.start, before.end).split(/(?<=[.!?])\s+/u);
  const last = sentences.at(-1) ?? '';
  return /[:：]$/u.test(last) && last.length <= LONGEST_INTRODUCTION ? last : '';
}
