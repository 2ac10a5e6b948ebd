import type { Theme } from '@plumbline/contracts/briefings/briefing-state';
import { detectLanguage } from '@plumbline/language/detection';
import { analyzeTerms, contentTerms, isAmongStems, type Term } from '@plumbline/language/terms';

/** Most unrelated words between the words of a phrase. */
const NEAR = 4;

/** Whether a statement names a cause or an effect of a theme. */
export function touchesMechanism(text: string, { mechanism }: Pick<Theme, 'mechanism'>): boolean {
  return mechanism.flatMap(({ cause, effect }) => [...cause, ...effect]).some((term) => mentions(text, term));
}

/** All words of the phrase occur near each other, in any form and order; "WebSocket" also as "websocket" and as "web socket". */
export function mentions(text: string, phrase: string): boolean {
  const language = languageOf(text);
  const wanted = spellingsOf(phrase, language);
  if (wanted.length === 0) return false;
  const words = analyzeTerms(text, language).map(({ stem }) => new Set([stem]));
  const reach = wanted.flat(2).length + NEAR;
  return words.some((_, start) => {
    const window = words.slice(start, start + reach);
    const isSaid = (stem: string): boolean => window.some((own) => isAmongStems(stem, own, language));
    return wanted.every((spellings) => spellings.some((stems) => stems.every(isSaid)));
  });
}

/** Of each word of a phrase: its stem, and the stems of its parts. */
function spellingsOf(phrase: string, language: string): string[][][] {
  const terms = contentTerms(phrase, language);
  const isWithin = (part: Term, whole: Term): boolean =>
    part !== whole && part.start >= whole.start && part.end <= whole.end;
  return terms
    .filter((term) => !terms.some((whole) => isWithin(term, whole)))
    .map((term) => {
      const parts = terms.filter((part) => isWithin(part, term)).map(({ stem }) => stem);
      return [[term.stem], ...(parts.length > 0 ? [parts] : [])];
    });
}

function languageOf(text: string): string {
  const language = detectLanguage(text);
  return language === 'und' ? 'en' : language;
}
