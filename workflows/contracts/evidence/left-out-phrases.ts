import { counted } from '../common/counted.ts';
import type { LeftOut } from './corpus.ts';

const PHRASES = {
  en: {
    unmatched: (count: number) => `no such document in ${counted(count, 'folder')}`,
    ignored: (count: number) => `${counted(count, 'file or folder', 'files or folders')} left out by .gitignore`,
    hidden: (count: number) => `${counted(count, 'hidden file or folder', 'hidden files or folders')} not read`,
    packages: () => 'node_modules not read',
  },
  de: {
    unmatched: (count: number) => `in ${count === 1 ? '1 Ordner' : `${count} Ordnern`} kein solches Dokument`,
    ignored: (count: number) =>
      `${counted(count, 'Datei oder Ordner', 'Dateien oder Ordner')} durch .gitignore ausgelassen`,
    hidden: (count: number) =>
      `${count === 1 ? '1 versteckte Datei oder 1 versteckter Ordner' : `${count} versteckte Dateien oder Ordner`} nicht gelesen`,
    packages: () => 'node_modules nicht gelesen',
  },
};

/** `4 hidden files or folders not read (.env, …); node_modules not read` */
export function nameLeftOut(
  leftOut: readonly LeftOut[],
  language = 'en',
  quote: (name: string) => string = (name) => name,
): string {
  const phrases = language === 'de' ? PHRASES.de : PHRASES.en;
  return leftOut
    .map(({ reason, count, names }) => {
      const more = count > names.length ? ', …' : '';
      return `${phrases[reason](count)}${reason === 'packages' ? '' : ` (${names.map(quote).join(', ')}${more})`}`;
    })
    .join('; ');
}
