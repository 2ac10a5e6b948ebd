import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from '@hono/zod-openapi';
import { filePatternsSchema, type FileSelection, selectionOf } from '@plumbline/contracts/common/file-selection';
import type { WebSettings } from '@plumbline/contracts/common/web-search';
import type { DocumentHeadings } from '@plumbline/search/documents';
import { described } from './described.ts';
import { invalidField } from './problem.ts';

/** All that requests may look into. They choose by name, and never name a path. */
export interface ServedSources {
  /** Absolute paths of folders with documents, by name. */
  readonly documents: ReadonlyMap<string, string>;
  /** Of folders of which only some files are served; requests can narrow them further. */
  readonly fileSelections?: readonly FileSelection[] | undefined;
  /** Folders with catalogues and addresses of catalogue endpoints, by name. */
  readonly catalogues: ReadonlyMap<string, string>;
  /** Null: the web is not used. */
  readonly web: WebSettings | null;
  /** Real paths of folders in which people may choose others, by name. */
  readonly offered?: ReadonlyMap<string, string> | undefined;
}

const names = z.array(z.string().min(1).max(200)).max(16).optional();

/** The fields of a request that choose sources. */
export const sourceChoiceShape = {
  documents: names.openapi({ description: 'names of document folders; default: all', example: ['docs'] }),
  include: described(filePatternsSchema, {
    description: 'of the document folders only files that match one of these patterns, as in .gitignore',
  }).optional(),
  exclude: described(filePatternsSchema, { description: 'no files that match one of these patterns' }).optional(),
  catalogues: names.openapi({ description: 'names of catalogues; default: all' }),
  web: z.union([z.boolean(), names.unwrap()]).optional().openapi({
    description: 'whether to search the web, or names of the providers to use; default: if the server does',
  }),
};

type SourceChoice = z.infer<z.ZodObject<typeof sourceChoiceShape>>;

export interface ChosenSources {
  readonly corpusDirectories: string[];
  readonly fileSelections?: FileSelection[];
  readonly catalogues: string[];
  readonly web: WebSettings | null;
}

const COUNT = 3;
/** A term is short: longer headings do not fit into a question. */
const MAX_TERM_WORDS = 3;
const MAX_QUESTION_LENGTH = 100;

/** Headings that every document may have say nothing of what it is about. */
const GENERAL =
  /^(?:about|abstract|appendix|background|changelog|conclusions?|contents|contributing|debug|documentation|errors?|examples?|faq|getting started|home|index|installation|introduction|licen[cs]e|notes?|options?|overview|parameters?|readme|references|returns?|see also|summary|table of contents|test|title|usage|util|untitled|version|anhang|anlagen?|beispiele?|einführung|einleitung|fazit|hinweise?|inhalt|inhaltsverzeichnis|literatur|quellen|übersicht|vorwort|zusammenfassung)$/iu;

/** Letters, and what joins them: no signatures, numbers of paragraphs, dates or file names. */
const TERM = /^\p{L}[\p{L}\p{N}]*(?:[ -][\p{L}\p{N}]+)*$/u;
const KIND = /^\p{L}+: /u;
/** "Writing tests" and "To do" are no terms. */
const NO_TERM =
  /^(?:\p{L}+ing|an?|the|how|what|when|where|why|who|to|using|with|and|or|vs|from|for|der|die|das|ein|eine|wie|was)$/iu;

/** Only languages in which a question around any title and heading is correct. */
const WORDS: Readonly<Record<string, (title: string, heading: string) => string>> = {
  en: (title, heading) => `What does “${title}” say about “${heading}”?`,
  de: (title, heading) => `Was steht in „${title}“ über „${heading}“?`,
};

/** Paths by the last part of their names; a second one of the same name gets a number. */
export function nameSources(paths: readonly string[]): ReadonlyMap<string, string> {
  return nameAlso(new Map(), paths);
}

function nameAlso(known: ReadonlyMap<string, string>, paths: readonly string[]): ReadonlyMap<string, string> {
  const named = new Map(known);
  for (const path of paths) {
    const last = basename(path.replace(/[?#].*/, '')) || 'root';
    let name = last;
    for (let number = 2; named.has(name); number += 1) name = `${last}-${number}`;
    named.set(name, path);
  }
  return named;
}

/** The sources of one user: what the server was started with, and what was added to it. */
export function sourcesWith(
  served: ServedSources,
  added: readonly { readonly directory: string; readonly isThere?: boolean }[],
): ServedSources {
  const named = new Set(served.documents.values());
  const others = added.filter(({ directory }) => !named.has(directory));
  const missing = new Set(others.filter(({ isThere }) => isThere === false).map(({ directory }) => directory));
  // Named all the same, so that the others keep their names.
  const all = nameAlso(
    served.documents,
    others.map(({ directory }) => directory),
  );
  return { ...served, documents: new Map([...all].filter(([, directory]) => !missing.has(directory))) };
}

/** Whether a request chooses among the sources at all. */
export function choosesSources({ documents, include, exclude, catalogues, web }: SourceChoice): boolean {
  return (documents ?? include ?? exclude ?? catalogues ?? web) !== undefined;
}

/** @throws {RequestProblem} for a name that the server does not know, and if nothing is left to search */
export function chooseSources(served: ServedSources, choice: SourceChoice): ChosenSources {
  const wantsWeb = choice.web === true || (Array.isArray(choice.web) && choice.web.length > 0);
  if (wantsWeb && served.web === null)
    throw invalidField('web', 'this server does not search the web', 'Leave out web, or start the server with --web.');
  const corpusDirectories = pick('documents', served.documents, choice.documents);
  requireAtTop(corpusDirectories, choice.include);
  const fileSelections = selectFiles(corpusDirectories, served, choice);
  const chosen = {
    corpusDirectories,
    ...(fileSelections.length > 0 && { fileSelections }),
    catalogues: pick('catalogues', served.catalogues, choice.catalogues),
    web: pickWeb(served.web, choice.web),
  };
  if (chosen.corpusDirectories.length + chosen.catalogues.length > 0 || chosen.web !== null) return chosen;
  throw invalidField('documents', 'nothing is left to search', 'Choose at least one source.');
}

/** What begins with `/` is at the top of a folder, whatever else the machine has. @throws {RequestProblem} where it is not */
function requireAtTop(directories: readonly string[], include: readonly string[] = []): void {
  const isMissing = (pattern: string): boolean => {
    const [, top = ''] = /^\/([^/*?[{\\]+)(?:\/|$)/.exec(pattern) ?? [];
    const isThere = !top.startsWith('.') && directories.some((folder) => existsSync(join(folder, top)));
    return top !== '' && !isThere;
  };
  const index = include.findIndex(isMissing);
  if (index === -1 || !directories.every((folder) => existsSync(folder))) return;
  const message = `no folder has ${include[index]}: patterns are relative to the folders, and / means their top`;
  throw invalidField(`include.${index}`, message);
}

/** The files of the server, narrowed by a request, which cannot name hidden ones. */
function selectFiles(directories: readonly string[], served: ServedSources, choice: SourceChoice): FileSelection[] {
  const { include = [], exclude = [] } = choice;
  return directories
    .map((directory) => {
      const own = selectionOf(directory, served.fileSelections) ?? { include: [], exclude: [] };
      const narrowed = own.include.length === 0 ? [['*'], include] : [...own.include, include];
      return {
        directory,
        include: include.length === 0 ? own.include : narrowed,
        exclude: [...own.exclude, ...exclude],
      };
    })
    .filter((selection) => selection.include.length + selection.exclude.length > 0);
}

function pickWeb(web: WebSettings | null, wanted: SourceChoice['web']): WebSettings | null {
  if (web === null || wanted === false) return null;
  if (!Array.isArray(wanted)) return web;
  const names = pick('web', new Map(web.providers.map((name) => [name, name])), wanted);
  return names.length === 0 ? null : { ...web, providers: web.providers.filter((name) => names.includes(name)) };
}

/** Paths of document folders by their names. @throws {RequestProblem} for a name that the server does not know */
export function foldersNamed({ documents }: ServedSources, field: string, names: readonly string[]): string[] {
  return pick(field, documents, names);
}

function pick(
  field: string,
  known: ReadonlyMap<string, string>,
  wanted: readonly string[] = [...known.keys()],
): string[] {
  return [...new Set(wanted)].map((name) => {
    const place = known.get(name);
    if (place !== undefined) return place;
    const allowed = known.size === 0 ? 'this server has none' : `this server has ${[...known.keys()].join(', ')}`;
    throw invalidField(field, `there is no "${name}"; ${allowed}`, 'GET /api/sources lists what can be chosen.');
  });
}

/**
 * Questions that sections of the documents answer: headings that are questions, else questions for headings that are terms. No
 * two of one document, as long as there are others.
 */
export function exampleQuestions(documents: readonly DocumentHeadings[], count = COUNT): string[] {
  const ranked = [askedIn, headed].flatMap((rule) =>
    documents.flatMap((document) => rule(document).map((question) => ({ document, question }))),
  );
  const first = ranked.filter(
    ({ document }, index) => ranked.findIndex((other) => other.document === document) === index,
  );
  return [...new Set([...first, ...ranked].map(({ question }) => question))].slice(0, count);
}

function askedIn({ title, headings }: DocumentHeadings): string[] {
  return [title, ...headings].filter(
    (heading) => /^\p{L}.*\p{L}\?$/u.test(heading) && heading.includes(' ') && heading.length <= MAX_QUESTION_LENGTH,
  );
}

function headed({ title, headings, language }: DocumentHeadings): string[] {
  const name = title.replace(KIND, '').trim();
  return headings
    .flatMap(termIn)
    .filter((term) => term !== name)
    .flatMap((term) => WORDS[language]?.(name, term) ?? [])
    .filter((question) => question.length <= MAX_QUESTION_LENGTH);
}

/** "RetryHandler" of "Class: RetryHandler". */
function termIn(heading: string): string[] {
  const term = heading.replace(KIND, '').trim();
  const words = term.split(/[ ]/u);
  const isTerm = words.length <= MAX_TERM_WORDS && TERM.test(term) && !words.some((word) => NO_TERM.test(word));
  return isTerm && term.length > 2 && !GENERAL.test(term) ? [term] : [];
}
