import { BriefingFileError } from '../folder/briefing-file-error.ts';

/** A line that can be read: not in a comment, not in a code block. */
export interface CanonLine {
  /** From 1. */
  readonly number: number;
  readonly text: string;
}

const FENCE = /^ {0,3}(?:```|~~~)/u;

/** @throws {BriefingFileError} if there is nothing but space and comments */
export function readableLines(file: string, text: string): CanonLine[] {
  const lines: CanonLine[] = [];
  let isCode = false;
  for (const [index, line] of withoutComments(text).split(/\r?\n/u).entries()) {
    const isFence = FENCE.test(line);
    if (!isCode && !isFence && line.trim() !== '') lines.push({ number: index + 1, text: line });
    if (isFence) isCode = !isCode;
  }
  if (lines.length === 0) throw new BriefingFileError([`${file}:1: is empty`]);
  return lines;
}

/** Comments become blank lines, so that the others keep their numbers. */
export function withoutComments(text: string): string {
  return text.replace(/^\uFEFF/u, '').replace(/<!--[\s\S]*?(?:-->|$)/gu, (comment) => comment.replace(/[^\n]/gu, ''));
}

/** Text of a heading of the second level. */
export function sectionHeading(line: string): string | undefined {
  const [, title = ''] = /^ {0,3}##[ \t]+(\S.*)$/u.exec(line) ?? [];
  return (
    title
      .trimEnd()
      .replace(/(?<=[ \t])#+$/u, '')
      .trimEnd() || undefined
  );
}

/** Text of an entry of a list. */
export function listEntry(line: string): string | undefined {
  return /^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+(\S.*)$/u.exec(line)?.[1]?.trimEnd();
}
