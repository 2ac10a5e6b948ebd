import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { detectLanguage } from '@plumbline/language/detection';
import { z } from 'zod';
import { UsageError } from '../../client/errors/failures.ts';
import { readInput, readJsonLines } from '../json-lines.ts';
import type { SearchQualityOptions } from './options.ts';
import type { MeasuredQuery } from './stages.ts';

/** Of a corpus.jsonl. */
export interface BeirDocument {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

export interface JudgedQuery extends MeasuredQuery {
  /** Ids of its documents. */
  readonly relevant: ReadonlySet<string>;
}

export interface BeirFolder {
  readonly documents: readonly BeirDocument[];
  /** Those with a relevant document in the corpus. */
  readonly queries: readonly JudgedQuery[];
}

/** Some files spell the id like this. */
const withPlainId = (line: unknown): unknown =>
  typeof line === 'object' && line !== null && '_id' in line ? { ...line, id: line._id } : line;
const id = z.union([z.string(), z.number()]).transform(String);
const documentSchema = z.preprocess(withPlainId, z.object({ id, title: z.string().default(''), text: z.string() }));
const querySchema = z.preprocess(withPlainId, z.object({ id, text: z.string() }));

/** Reads a folder in the layout of BEIR. @throws {UsageError} that names file and line */
export async function readBeirFolder(
  folder: string,
  options: Pick<SearchQualityOptions, 'queries' | 'qrels'>,
): Promise<BeirFolder> {
  const names = await readdir(folder).catch(() => {
    throw new UsageError(`there is no folder ${folder}`);
  });
  const corpus = names.includes('corpus.jsonl') ? 'corpus.jsonl' : 'corpus.jsonl.gz';
  const documents = (await readJsonLines(join(folder, corpus), documentSchema, 'document')).map(({ value }) => value);
  const pair = pickPair(folder, names, options);
  const texts = (await readJsonLines(join(folder, pair.queries), querySchema, 'query')).map(({ value }) => value);
  const judgements = await readJudgements(join(folder, pair.qrels), new Set(documents.map((document) => document.id)));
  // Single queries are too short to tell their language by.
  const language = detectLanguage(texts.map(({ text }) => text).join('\n'));
  const queries = texts.flatMap((query) => {
    const relevant = judgements.get(query.id);
    return relevant === undefined ? [] : [{ ...query, language, relevant }];
  });
  if (queries.length === 0) throw new UsageError(`${pair.qrels} judges no query of ${pair.queries}`);
  return { documents, queries };
}

/** Queries and judgements that go together: those named, else those whose names end alike, else the only ones. */
export function pickPair(
  folder: string,
  names: readonly string[],
  named: Pick<SearchQualityOptions, 'queries' | 'qrels'>,
): { readonly queries: string; readonly qrels: string } {
  const queries = named.queries === null ? names.filter((name) => /^queries.*\.jsonl$/.test(name)) : [named.queries];
  const qrels = named.qrels === null ? names.filter((name) => /^qrels.*\.tsv$/.test(name)) : [named.qrels];
  const pairs = queries.flatMap((query) => qrels.map((judgements) => ({ queries: query, qrels: judgements })));
  const alike = pairs.filter((pair) => endingOf(pair.queries) === endingOf(pair.qrels));
  const [pair, ...others] = alike.length > 0 ? alike : pairs;
  if (pair === undefined) throw new UsageError(`${folder} holds no queries*.jsonl with qrels*.tsv`);
  if (others.length > 0) throw new UsageError(`${folder} holds several pairs`, 'Name one with --queries and --qrels.');
  return pair;
}

function endingOf(name: string): string {
  return name.replace(/^(?:queries|qrels)/, '').replace(/\.(?:jsonl|tsv)$/, '');
}

async function readJudgements(path: string, documents: ReadonlySet<string>): Promise<Map<string, Set<string>>> {
  const judgements = new Map<string, Set<string>>();
  for (const [index, line] of (await readInput(path)).split('\n').entries()) {
    const [query = '', document = '', score = ''] = line.trim().split('\t');
    if (line.trim() === '' || (index === 0 && score === 'score')) continue;
    if (score === '' || Number.isNaN(Number(score)))
      throw new UsageError(`${path}, line ${index + 1}: not query, document and score, separated by tabs`);
    if (Number(score) > 0 && documents.has(document))
      judgements.set(query, (judgements.get(query) ?? new Set()).add(document));
  }
  return judgements;
}

/** Files that a folder can hold without becoming slow. */
const FILES_A_FOLDER = 1_000;

/** Writes every document as a Markdown file; what stands there already is left alone. @returns the locators, by id */
export async function writeDocuments(folder: string, documents: readonly BeirDocument[]): Promise<Map<string, string>> {
  const locators = new Map<string, string>();
  for (const [index, { id: documentId, title, text }] of documents.entries()) {
    const locator = `${Math.floor(index / FILES_A_FOLDER)}/${index}.md`;
    const path = join(folder, locator);
    const content = title === '' ? `${text}\n` : `# ${title}\n\n${text}\n`;
    const written = await readFile(path, 'utf8').catch(() => null);
    if (written === null) await mkdir(dirname(path), { recursive: true });
    if (written !== content) await writeFile(path, content);
    locators.set(documentId, locator);
  }
  return locators;
}
