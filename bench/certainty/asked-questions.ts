import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type AnswerResult, answerResultSchema } from '../../workflows/contracts/answers/answer.ts';
import { conversationScopeSchema } from '../../workflows/contracts/answers/conversation.ts';
import { indexFolder, openWorld } from '../answers/evaluation-world.ts';
import { readJsonLines } from '../json-lines.ts';

/** Characters of an answer that count as stated. */
const MOST = 1_200;

const text = z.string().trim().min(1);
const askedQuestionSchema = z.object({
  id: text,
  /** Folder of the documents. */
  corpus: text,
  question: text,
  answerable: z.boolean(),
  /** A right answer matches every one (flags `iu`). */
  answer: z.array(text),
});
export type AskedQuestion = z.infer<typeof askedQuestionSchema>;

/** A question with what `ask` answered. */
export interface AnsweredQuestion extends Omit<AskedQuestion, 'answer'> {
  readonly answer: AnswerResult;
  /** What is stated, without marks; empty where nothing is. */
  readonly stated: string;
  readonly isRight: boolean;
}

export interface AskingPlaces {
  /** Holds a folder for each corpus. */
  readonly corpora: string;
  /** Keeps answers, and gives those that it has; null: none. */
  readonly kept: string | null;
}

/** Asks every question as a user does, each corpus in a world of its own. */
export async function askQuestions(
  directory: string,
  { corpora, kept }: AskingPlaces,
  signal: AbortSignal,
): Promise<AnsweredQuestion[]> {
  const questions = await readJsonLines(join(directory, 'questions.jsonl'), askedQuestionSchema, 'question');
  const byCorpus = Map.groupBy(
    questions.map(({ value }) => value),
    ({ corpus }) => corpus,
  );
  const answered: AnsweredQuestion[] = [];
  for (const [corpus, asked] of byCorpus) {
    const answers = await answersOf(asked, join(corpora, corpus), kept, signal);
    answered.push(...asked.map((question, index) => grade(question, answers[index] as AnswerResult)));
  }
  return answered;
}

export function grade({ answer: patterns, ...question }: AskedQuestion, answer: AnswerResult): AnsweredQuestion {
  const stated = (answer.debug.certainties ?? []).length === 0 ? '' : statedText(answer.summary);
  const isMet = patterns.length > 0 && patterns.every((pattern) => new RegExp(pattern, 'iu').test(stated));
  return { ...question, answer, stated, isRight: stated !== '' && isMet };
}

async function answersOf(
  questions: readonly AskedQuestion[],
  folder: string,
  kept: string | null,
  signal: AbortSignal,
): Promise<AnswerResult[]> {
  const known = await Promise.all(questions.map(({ id }) => readKept(kept, id)));
  if (known.every((answer) => answer !== null)) return known;
  const index = await indexFolder(folder, signal);
  const world = await openWorld(index, {}, (line) => void process.stderr.write(`${line}\n`), signal);
  try {
    const scope = conversationScopeSchema.parse({ corpusDirectories: [index.corpusDirectory] });
    const answers: AnswerResult[] = [];
    for (const [at, { id, question: message }] of questions.entries()) {
      const ask = { message, messageId: randomUUID() };
      const answer = known[at] ?? (await world.conversations.ask({ scope, ask, signal }));
      if (kept !== null) await keep(kept, id, answer);
      answers.push(answer);
      process.stderr.write(`${id}\n`);
    }
    return answers;
  } finally {
    await world.close();
    await index.dispose();
  }
}

/** Null: none is kept, or it is none of this version. */
async function readKept(kept: string | null, id: string): Promise<AnswerResult | null> {
  if (kept === null) return null;
  const read = await readFile(join(kept, `${id}.json`), 'utf8').catch(() => null);
  return read === null ? null : answerResultSchema.parse(JSON.parse(read));
}

async function keep(kept: string, id: string, answer: AnswerResult): Promise<void> {
  await mkdir(kept, { recursive: true });
  await writeFile(join(kept, `${id}.json`), `${JSON.stringify(answer, null, 2)}\n`);
}

/** What the text of an answer states: up to its first heading, without the notes that follow the last citation, without marks. */
function statedText(summary: string): string {
  const blocks = summary.trim().split(/\n{2,}/);
  const heading = blocks.findIndex((block) => block.startsWith('#'));
  const lead = heading === -1 ? blocks : blocks.slice(0, heading);
  const last = lead.findLastIndex((block) => /\[\d+\]/.test(block));
  return lead
    .slice(0, last + 1)
    .join(' ')
    .normalize('NFC')
    .replaceAll(/\s*\[\d+\]/g, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\\([^\p{L}\p{N}\s])/gu, '$1')
    .replaceAll(/[*`]/g, '')
    .replaceAll(/(?<![\p{L}\p{N}])_([^_]+)_(?![\p{L}\p{N}])/gu, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, MOST);
}
