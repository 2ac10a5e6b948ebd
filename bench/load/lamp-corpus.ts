import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createVocabulary } from './generated-words.ts';
import { createRandom } from './random.ts';

/** What is asked in every run over these documents. */
export const LAMP_QUESTION = 'How long does the harbour lamp burn, what is it filled with, and who looks after it?';

/** The plan of a standard run. */
export const LAMP_PLAN = {
  tasks: [
    { text: 'How long does the harbour lamp burn on one filling?', rationale: 'the first part' },
    { text: 'What is the harbour lamp filled with?', rationale: 'the second part' },
    { text: 'Who looks after the harbour lamp?', rationale: 'the third part' },
  ],
};

const DOCUMENTS = 12;
const SECTIONS = 4;
/** Which the scripted model quotes, so that every passage that is read brings a finding. */
const ANSWER = 'The harbour lamp burns for nine hours on one filling of rapeseed oil.';

/** Documents on one subject, of which every task finds more passages than it may read. */
export async function writeLampCorpus(folder: string): Promise<void> {
  const vocabulary = createVocabulary('en');
  const random = createRandom(7);
  const sentence = (): string =>
    `The ${Array.from({ length: 14 }, () => vocabulary.word(random())).join(' ')} ${vocabulary.noun(random())}.`;
  const paragraph = (): string => Array.from({ length: 6 }, sentence).join(' ');
  await mkdir(folder, { recursive: true });
  for (let document = 1; document <= DOCUMENTS; document++) {
    const sections = Array.from(
      { length: SECTIONS },
      (_, section) => `## Keeper ${document}.${section + 1}\n\n${paragraph()}\n\n${ANSWER} ${paragraph()}`,
    );
    await writeFile(join(folder, `harbour-${document}.md`), `# Harbour lamp ${document}\n\n${sections.join('\n\n')}\n`);
  }
}
