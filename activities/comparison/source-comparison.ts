import type { Source } from '../../workflows/contracts/evidence.ts';
import type { ComparedSource, SourceComparison } from '../../workflows/contracts/report-comparison.ts';

/** Documents and pages of two records, matched by place, and what was moved by its text. */
export function compareSources(a: readonly Source[], b: readonly Source[]): SourceComparison {
  const both: SourceComparison['both'] = [];
  const restOfB = new Set(inOrder(b));
  const matchBy = (sources: readonly Source[], keyOf: (source: Source) => string): Source[] =>
    sources.filter((source) => {
      const other = [...restOfB].find((candidate) => keyOf(candidate) === keyOf(source));
      if (other === undefined) return true;
      restOfB.delete(other);
      both.push({ a: shown(source), b: shown(other), isSameText: source.text.sha256 === other.text.sha256 });
      return false;
    });
  const unplaced = matchBy(inOrder(a), ({ locator }) => locator);
  const onlyA = matchBy(unplaced, ({ text }) => text.sha256);
  return {
    both: both.sort((first, second) => byLocator(first.a, second.a)),
    onlyA: onlyA.map(shown),
    onlyB: [...restOfB].map(shown),
  };
}

function shown({ locator, title }: Source): ComparedSource {
  return { locator, title };
}

function inOrder(sources: readonly Source[]): Source[] {
  return sources.toSorted(byLocator);
}

function byLocator(first: ComparedSource, second: ComparedSource): number {
  return first.locator < second.locator ? -1 : first.locator > second.locator ? 1 : 0;
}
