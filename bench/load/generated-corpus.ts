import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createVocabulary, type GeneratedLanguage, type Vocabulary } from './generated-words.ts';
import { createRandom } from './random.ts';

/** Mean length of a file in bytes; they spread from a few to ten times as much. */
const MEAN_FILE_BYTES = 40_000;
const FILES_IN_A_FOLDER = 200;

/**
 * Writes Markdown of about so many bytes below the folder, every other file German and English: chapters, paragraphs,
 * lists, tables, code and links, in generated words. Equal arguments write equal files.
 *
 * @returns bytes written
 */
export async function writeGeneratedCorpus(folder: string, bytes: number, seed = 1): Promise<number> {
  const random = createRandom(seed);
  const vocabularies = { de: createVocabulary('de'), en: createVocabulary('en') };
  let written = 0;
  for (let file = 0; written < bytes; file++) {
    const language: GeneratedLanguage = file % 2 === 0 ? 'de' : 'en';
    const size = Math.min(MEAN_FILE_BYTES * lengthFactor(random), bytes - written);
    const text = new Writer(vocabularies[language], random).document(size);
    const part = join(folder, `part-${Math.floor(file / FILES_IN_A_FOLDER)}`);
    if (file % FILES_IN_A_FOLDER === 0) await mkdir(part, { recursive: true });
    await writeFile(join(part, `${String(file).padStart(5, '0')}-${language}.md`), text);
    written += Buffer.byteLength(text);
  }
  return written;
}

/** Exponential with mean 1, as lengths of documents are roughly; none is tiny. */
function lengthFactor(random: () => number): number {
  return Math.min(10, 0.1 - 0.9 * Math.log(1 - random()));
}

/** Writes one document, from its title to its last paragraph. */
class Writer {
  readonly #vocabulary: Vocabulary;
  readonly #random: () => number;

  constructor(vocabulary: Vocabulary, random: () => number) {
    this.#vocabulary = vocabulary;
    this.#random = random;
  }

  document(bytes: number): string {
    const parts = [`# ${this.#heading()}`];
    let length = 0;
    while (length < bytes) {
      const part = this.#part();
      parts.push(part);
      length += part.length + 2;
    }
    return `${parts.join('\n\n')}\n`;
  }

  #part(): string {
    const kind = this.#random();
    if (kind < 0.12) return `${kind < 0.05 ? '##' : '###'} ${this.#heading()}`;
    if (kind < 0.18) return this.#lines(3, 8, () => `- ${this.#sentence()}`);
    if (kind < 0.2) return this.#table();
    if (kind < 0.22) return `\`\`\`\n${this.#lines(3, 10, () => `${this.#identifier()}(${this.#number()});`)}\n\`\`\``;
    return this.#lines(2, 7, () => this.#sentence(), ' ');
  }

  #sentence(): string {
    const words = Array.from({ length: 7 + Math.floor(this.#random() * 16) }, () => this.#word());
    const text = words.join(' ');
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  }

  #word(): string {
    const kind = this.#random();
    if (kind < 0.02) return this.#number();
    if (kind < 0.03) return `\`${this.#identifier()}\``;
    if (kind < 0.035) return `[${this.#vocabulary.noun(this.#random())}](00000-de.md)`;
    if (kind < 0.25) return this.#vocabulary.noun(this.#random());
    return `${this.#vocabulary.word(this.#random())}${kind > 0.95 ? ',' : ''}`;
  }

  #heading(): string {
    return Array.from({ length: 3 }, () => this.#vocabulary.noun(this.#random())).join(' ');
  }

  #table(): string {
    const row = () => `| ${this.#vocabulary.noun(this.#random())} | ${this.#number()} |`;
    return [row(), '|---|---|', this.#lines(3, 8, row)].join('\n');
  }

  #identifier(): string {
    return this.#heading()
      .toLowerCase()
      .replaceAll(/ (\S)/g, (_, first: string) => first.toUpperCase());
  }

  #number(): string {
    return String(Math.floor(this.#random() * 2_000));
  }

  #lines(fewest: number, most: number, line: () => string, separator = '\n'): string {
    return Array.from({ length: fewest + Math.floor(this.#random() * (most - fewest)) }, line).join(separator);
  }
}
