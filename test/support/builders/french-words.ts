import type { FixedWord } from '@plumbline/contracts/report/fixed-words';

/** The fixed words of a report, as a model gives them for French. */
export const FRENCH_WORDS: Readonly<Record<FixedWord, string>> = {
  limitations: 'Limites',
  sources: 'Sources',
  assumed: 'Supposé',
  nothingFound: 'Rien de pertinent n’a été trouvé pour',
  quotation: 'Texte original',
  page: 'page',
  line: 'ligne',
  lines: 'lignes',
  published: 'daté du',
  retrieved: 'lu le',
  unused: 'non citée',
  untrusted: 'Extrait d’un passage qui s’adresse à un programme',
};

/** As they stand below a report. */
export function wordList(words: Readonly<Record<string, string>>): string {
  return ['## WORDS', '', ...Object.entries(words).map(([name, said]) => `- ${name} = ${said}`)].join('\n');
}
