import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { conversationScopeSchema } from '@plumbline/contracts/answers/conversation';
import { type DocumentKind, judgeAnswer, type JudgedAnswer } from '../../test/support/document-case.ts';
import { indexFolder, openWorld } from '../answers/evaluation-world.ts';

/** What the answer to the question of a case says wrong or does not say; empty: it is right. */
export interface AskedCase extends JudgedAnswer {
  readonly kind: string;
  readonly name: string;
}

/** Asks the question of every case that has one, each with its document in a folder of its own. @param folder for them */
export async function askCases(
  kinds: readonly DocumentKind[],
  folder: string,
  signal: AbortSignal,
): Promise<AskedCase[]> {
  // A world begins with a folder; the others are indexed when they are asked.
  const first = join(folder, 'first');
  await mkdir(first);
  await writeFile(join(first, 'lamp.md'), '# Lamp\n\nThe lamp burns all night.\n');
  const index = await indexFolder(first, signal);
  const world = await openWorld(index, { PLUMBLINE_OCR: 'eng' }, () => undefined, signal);
  try {
    const asked: AskedCase[] = [];
    for (const { kind, cases } of kinds) {
      for (const one of cases) {
        if (one.question === undefined) continue;
        const directory = join(folder, `${asked.length}`);
        await mkdir(directory);
        await writeFile(join(directory, basename(one.file)), await one.bytes());
        const scope = conversationScopeSchema.parse({ corpusDirectories: [directory] });
        const ask = { message: one.question, messageId: randomUUID() };
        const { summary } = await world.conversations.ask({ scope, ask, signal });
        asked.push({ kind, name: one.name, ...judgeAnswer(one, summary) });
      }
    }
    return asked;
  } finally {
    await world.close();
    await index.dispose();
  }
}
