import {
  diagnosticCodeSchema,
  issueSeveritySchema,
  issueTypeSchema,
} from '@plumbline/contracts/briefings/briefing-issues';
import { slugSchema } from '@plumbline/contracts/briefings/briefing-settings';
import { frontMatterEnd } from '@plumbline/text/front-matter';
import { type Document, isNode, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';

/** The file of an issue cannot be read or must not be replaced. The message names file and line, and what is wrong. */
export class IssueFileError extends Error {
  override readonly name = 'IssueFileError';
  /** Relative to the folder of the briefing. */
  readonly file: string;
  /** From 1. */
  readonly line: number;

  constructor(file: string, line: number, problem: string) {
    super(`${file}, line ${line}: ${problem}`);
    this.file = file;
    this.line = line;
  }
}

const time = z.string().min(1, 'use a time in ISO 8601');

/** Front matter of an issue's file; fields that people add stay. */
const frontMatterSchema = z.looseObject({
  key: z.string().min(1),
  title: z.string().min(1),
  type: issueTypeSchema,
  severity: issueSeveritySchema,
  diagnostic: diagnosticCodeSchema,
  theme: slugSchema.nullish(),
  status: z.enum(['open', 'closed']),
  opened_at: time,
  updated_at: time,
  count: z.int().min(1),
  /** See `digestOf`. */
  digest: z.string(),
  closed_at: time.nullish(),
  closed_reason: z.string().nullish(),
});
export type IssueFrontMatter = z.infer<typeof frontMatterSchema>;

/** The file of an issue. */
export interface IssueFile {
  /** Relative to the folder of the briefing. */
  readonly path: string;
  readonly fields: IssueFrontMatter;
  /** The front matter with its comments. */
  readonly document: Document;
  /** Everything below the front matter. */
  readonly text: string;
}

/** @returns null when the text is no issue: it has no front matter @throws {IssueFileError} */
export function parseIssueFile(content: string, path: string): IssueFile | null {
  const end = frontMatterEnd(content);
  if (end === 0) {
    if (/^\uFEFF?---[ \t]*\r?\n/u.test(content)) throw new IssueFileError(path, 1, 'the front matter has no end (---)');
    return null;
  }
  const lines = new LineCounter();
  const yaml = content
    .slice(0, end)
    .replace(/^\uFEFF?---[ \t]*\r?\n/u, '')
    .replace(/(?:---|\.\.\.)[ \t]*\r?\n?$/u, '');
  const document = parseDocument(yaml, { lineCounter: lines });
  // The first line of the file is the mark that begins the front matter.
  const lineAt = (offset: number): number => lines.linePos(offset).line + 1;
  const [fault] = document.errors;
  if (fault !== undefined) throw new IssueFileError(path, lineAt(fault.pos[0]), firstLineOf(fault.message));

  const parsed = frontMatterSchema.safeParse(document.toJS({ maxAliasCount: 0 }));
  if (parsed.success) return { path, fields: parsed.data, document, text: content.slice(end) };
  const [issue] = parsed.error.issues;
  const field = issue === undefined ? '' : z.core.toDotPath(issue.path);
  throw new IssueFileError(
    path,
    lineAt(offsetOf(document, issue?.path ?? [])),
    `${field || 'front matter'}: ${issue?.message}`,
  );
}

/** The front matter as text, with its marks. */
export function writeFrontMatter(document: Document): string {
  return `---\n${document.toString({ lineWidth: 0 })}---\n`;
}

/** Offset of a field's value; for a missing one, of the front matter. */
function offsetOf(document: Document, path: readonly PropertyKey[]): number {
  const node: unknown = path.length === 0 ? null : document.getIn(path, true);
  return isNode(node) ? (node.range?.[0] ?? 0) : 0;
}

function firstLineOf(message: string): string {
  return (message.split('\n')[0] ?? message).replace(/ at line \d+, column \d+:?$/u, '');
}
