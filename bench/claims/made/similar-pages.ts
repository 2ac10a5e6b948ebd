import { contentTerms } from '@plumbline/language/terms';

/** A page of a document. */
export interface MadePage {
  readonly document: string;
  readonly text: string;
}

/** Finds for a claim the pages that share most of its words, each word counting by its rarity; best first. */
export function createSimilarPages<Page extends MadePage>(
  pages: readonly Page[],
  language: string,
): (claim: string, isOther: (page: Page) => boolean) => Page[] {
  const words = pages.map((page) => ({ page, stems: new Set(stemsOf(page.text, language)) }));
  const frequencies = new Map<string, number>();
  for (const stem of words.flatMap(({ stems }) => [...stems])) frequencies.set(stem, (frequencies.get(stem) ?? 0) + 1);
  return (claim, isOther) => {
    const wanted = stemsOf(claim, language).flatMap((stem) => {
      const frequency = frequencies.get(stem);
      return frequency === undefined ? [] : [{ stem, weight: Math.log(1 + pages.length / frequency) }];
    });
    const shared = ({ stems }: (typeof words)[number]) =>
      wanted.reduce((sum, { stem, weight }) => sum + (stems.has(stem) ? weight : 0), 0);
    return words
      .filter(({ page }) => isOther(page))
      .map((one) => ({ page: one.page, score: shared(one) }))
      .sort((a, b) => b.score - a.score)
      .map(({ page }) => page);
  };
}

function stemsOf(text: string, language: string): string[] {
  return contentTerms(text, language).map(({ stem }) => stem);
}
