import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { type AnswerResult, answerResultSchema } from '@plumbline/contracts/answers/answer';
import { conversationScopeSchema } from '@plumbline/contracts/answers/conversation';
import { detectLanguage } from '@plumbline/language/detection';
import { z } from 'zod';
import type { Endpoints } from '../answers/endpoints.ts';
import { type IndexedFolder, indexFolder, openWorld } from '../answers/evaluation-world.ts';
import { readJsonLines } from '../json-lines.ts';

/** So many passages does a reader look at. */
export const LOOKED_AT = 5;

const text = z.string().trim().min(1);
const askedQuestionSchema = z.object({
  id: text,
  question: text,
  /** Folder of the documents below the one of the corpora. */
  corpus: text.default('corpus'),
  answerable: z.boolean().optional(),
  unanswerable: z.boolean().default(false),
  /** Refusing is right, too. */
  refusable: z.boolean().default(false),
  /** More passages have all of its words than can be shown. */
  many: z.boolean().default(false),
  /** Words of a file that carry the answer, or a part of it. */
  expect: z.array(z.object({ file: text, phrase: text })).default([]),
  /** A right answer matches every one (flags `iu`), or holds all words that it must contain. */
  answer: z.array(text).optional(),
  mustContain: z.array(text).default([]),
});

/** A question, with where it is asked. */
export interface AskedQuestion extends Pick<
  z.infer<typeof askedQuestionSchema>,
  'id' | 'question' | 'refusable' | 'many' | 'expect'
> {
  readonly answerable: boolean;
  /** Regular expressions; a right answer matches every one. */
  readonly answer: readonly string[];
  /** Name of the corpus. */
  readonly corpus: string;
  /** Path of its documents. */
  readonly folder: string;
}

/** A passage and the file that it is in. */
export interface PlacedText {
  readonly locator: string;
  readonly text: string;
}

/** What the project makes of a question. */
export interface Reply {
  readonly answer: AnswerResult;
  /** The first passages of the search alone. */
  readonly found: readonly PlacedText[];
}

/** @param corpora holds a folder for each corpus; null: the folder of the questions does */
export async function readQuestions(directory: string, corpora: string | null): Promise<AskedQuestion[]> {
  const lines = await readJsonLines(join(directory, 'questions.jsonl'), askedQuestionSchema, 'question');
  return lines.map(({ value: { corpus, answerable, unanswerable, answer, mustContain, ...question } }) => {
    const isOwn = corpus === 'corpus';
    return {
      ...question,
      answerable: answerable ?? !(unanswerable || question.many),
      answer: answer ?? mustContain.map((words) => RegExp.escape(words)),
      corpus: isOwn ? basename(resolve(directory)) : corpus,
      folder: join(isOwn || corpora === null ? directory : corpora, corpus),
    };
  });
}

/**
 * Asks every question as a user does, each corpus in a world of its own; by id.
 *
 * @param kept folder that keeps the answers; null: none
 */
export async function askAll(
  questions: readonly AskedQuestion[],
  { embedding, variables }: Pick<Endpoints, 'embedding' | 'variables'>,
  kept: string | null,
  signal: AbortSignal,
): Promise<Map<string, Reply>> {
  if (kept !== null) await mkdir(kept, { recursive: true });
  const replies = new Map<string, Reply>();
  for (const [folder, asked] of Map.groupBy(questions, (question) => question.folder)) {
    const index = await indexFolder(folder, signal, embedding);
    const world = await openWorld(index, variables, (line) => void process.stderr.write(`${line}\n`), signal);
    try {
      const scope = conversationScopeSchema.parse({ corpusDirectories: [index.corpusDirectory] });
      for (const { id, question: message } of asked) {
        const ask = { message, messageId: randomUUID() };
        const answer = await world.conversations.ask({ scope, ask, signal });
        replies.set(id, { answer, found: await searchAlone(index, message) });
        if (kept !== null) await writeFile(join(kept, `${id}.json`), `${JSON.stringify(answer, null, 2)}\n`);
        process.stderr.write(`${id}\n`);
      }
    } finally {
      await world.close();
      await index.dispose();
    }
  }
  return replies;
}

async function searchAlone({ stores: { corpus }, corpusId }: IndexedFolder, query: string): Promise<PlacedText[]> {
  const { hits } = await corpus.search({ corpusId, query, language: detectLanguage(query), topK: LOOKED_AT });
  const ids = hits.flatMap(({ passage }) => passage?.passageId ?? []);
  const passages = await corpus.readPassages(corpusId, ids);
  return ids.flatMap((id) => {
    const stored = passages.get(id);
    return stored === undefined ? [] : [{ locator: stored.source.locator, text: stored.text }];
  });
}

/** The answers of another version, as it kept them; the words of its search are not known. */
export async function readKept(folder: string, questions: readonly AskedQuestion[]): Promise<Map<string, Reply>> {
  const read = questions.map(async ({ id }): Promise<[string, Reply]> => {
    const kept: unknown = JSON.parse(await readFile(join(folder, `${id}.json`), 'utf8'));
    return [id, { answer: answerResultSchema.parse(kept), found: [] }];
  });
  return new Map(await Promise.all(read));
}
