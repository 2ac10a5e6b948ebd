import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isStopWord } from '../../activities/language/text/language.ts';
import { createRandom } from '../load/random.ts';

const WORD = /\p{L}{4,}/gu;
const SEED = 7;

/**
 * Writes the documents of a folder and so many copies of each. In a copy every German content word is replaced by one
 * drawn from all content words of the folder: words, parts and lengths stay as frequent as they were, the meaning goes.
 */
export async function writeEnlargedCorpus(from: string, to: string, copies: number): Promise<void> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const documents = await Promise.all(
    paths.sort().map(async (path) => ({ locator: path.slice(from.length + 1), text: await readFile(path, 'utf8') })),
  );
  const isContent = (word: string): boolean => !isStopWord(word.toLowerCase(), 'de');
  const pool = documents.flatMap(({ text }) => (text.match(WORD) ?? []).filter(isContent));
  const random = createRandom(SEED);
  const drawn = (): string => pool[Math.floor(random() * pool.length)] ?? '';
  for (let copy = 0; copy <= copies; copy++) {
    for (const { locator, text } of documents) {
      const path = join(to, copy === 0 ? locator : join(`copy-${copy}`, locator));
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, copy === 0 ? text : text.replace(WORD, (word) => (isContent(word) ? drawn() : word)));
    }
  }
}
