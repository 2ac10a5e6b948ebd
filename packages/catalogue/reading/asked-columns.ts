import { readFileSync } from 'node:fs';
import { analyzeTerms, type Term } from '@plumbline/language/terms';
import { parse } from 'yaml';
import { z } from 'zod';
import type { FurtherColumn } from '../table/further-columns.ts';
import type { ItemTable } from '../table/item-table.ts';
import { Message, type Said } from './message.ts';

/** A column that no field reads, and that a question names. */
export interface AskedColumn extends FurtherColumn {
  /** What it should say; null: it says more than yes and no, so its words are searched. */
  readonly wanted: boolean | null;
  /** It orders the items and leaves none out: "preferably with parking". */
  readonly isWish: boolean;
  /** Of the words that name it. */
  readonly stems: readonly string[];
}

let names: readonly (readonly string[])[] | undefined;

/** The further columns of a table that a question names, in the words of the column or in others for the same. */
export function askedColumns({ further }: Pick<ItemTable, 'further'>, said: Said): AskedColumn[] {
  const message = new Message(said);
  const terms = analyzeTerms(said.text, said.language);
  return further.flatMap((column) => {
    const found = namesOf(column.name, said.language)
      .map((stems) => placeOf(stems, terms))
      .find((place) => place.length > 0);
    const [first, last] = [found?.[0], found?.at(-1)];
    if (found === undefined || first === undefined || last === undefined) return [];
    const isDenied = message.isDenied(first.start) || message.isDeniedBehind(last.end);
    const wanted = column.answers.some((answer) => answer !== null) ? !isDenied : null;
    const isWish = message.isWish(first.start, last.end);
    return [{ ...column, wanted, isWish, stems: found.map(({ stem }) => stem) }];
  });
}

/** The stems of the names of a column, longest first. */
function namesOf(name: string, language: string): string[][] {
  const stemsOf = (words: string): string[] => analyzeTerms(words, language).map(({ stem }) => stem);
  const own = stemsOf(name.replaceAll(/(?<=\p{Ll})(?=\p{Lu})|[_-]/gu, ' '));
  const same = readNames()
    .map((all) => all.map(stemsOf))
    .filter((all) => all.some((stems) => ` ${own.join(' ')} `.includes(` ${stems.join(' ')} `)));
  return [own, ...same.flat()].filter(({ length }) => length > 0).toSorted((a, b) => b.length - a.length);
}

/** The terms that have these stems, one right after the other; none: they do not occur so. */
function placeOf(stems: readonly string[], terms: readonly Term[]): Term[] {
  const start = terms.findIndex((_, index) => stems.every((stem, offset) => terms[index + offset]?.stem === stem));
  return start === -1 ? [] : terms.slice(start, start + stems.length);
}

function readNames(): readonly (readonly string[])[] {
  const file = new URL('../values/column-names.yaml', import.meta.url);
  names ??= z.array(z.array(z.string()).min(2)).parse(parse(readFileSync(file, 'utf8')));
  return names;
}
