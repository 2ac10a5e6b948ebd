import { counted } from '../common/counted.ts';
import type { LeftOut } from './corpus.ts';

type Phrases = Readonly<Record<LeftOut['reason'], (names: string, left: LeftOut) => string>>;

const ENGLISH: Phrases = {
  unmatched: (names, { folder }) =>
    `${folder === undefined ? '' : `of ${folder} `}only files that match ${names} were read`,
  excluded: (names, { folder }) =>
    `${folder === undefined ? '' : `of ${folder} `}files that match ${names} were not read`,
  ignored: (names, { count }) =>
    `${counted(count, 'file or folder', 'files or folders')} left out by .gitignore (${names})`,
  hidden: (names, { count }) =>
    `${counted(count, 'hidden file or folder', 'hidden files or folders')} not read (${names})`,
  packages: () => 'node_modules not read',
  empty: (names, { count }) => `no such document in ${counted(count, 'folder')} (${names})`,
};

const GERMAN: Phrases = {
  unmatched: (names, { folder }) =>
    `${folder === undefined ? '' : `von ${folder} `}nur Dateien gelesen, die zu ${names} passen`,
  excluded: (names, { folder }) =>
    `${folder === undefined ? '' : `von ${folder} `}Dateien nicht gelesen, die zu ${names} passen`,
  ignored: (names, { count }) =>
    `${counted(count, 'Datei oder Ordner', 'Dateien oder Ordner')} durch .gitignore ausgelassen (${names})`,
  hidden: (names, { count }) =>
    `${count === 1 ? '1 versteckte Datei oder 1 versteckter Ordner' : `${count} versteckte Dateien oder Ordner`} nicht gelesen (${names})`,
  packages: () => 'node_modules nicht gelesen',
  empty: (names, { count }) => `in ${count === 1 ? '1 Ordner' : `${count} Ordnern`} kein solches Dokument (${names})`,
};

/** `Only files that match drafts/ were read; 4 hidden files or folders not read (.env, …); node_modules not read` */
export function nameLeftOut(
  leftOut: readonly LeftOut[],
  language = 'en',
  quote: (name: string) => string = (name) => name,
): string {
  const phrases = language === 'de' ? GERMAN : ENGLISH;
  const text = leftOut
    .map((left) => {
      const { reason, count, names } = left;
      return phrases[reason](`${names.map(quote).join(', ')}${count > names.length ? ', …' : ''}`, left);
    })
    .join('; ');
  return text.startsWith('node_modules') ? text : text.replace(/^./u, (first) => first.toUpperCase());
}
