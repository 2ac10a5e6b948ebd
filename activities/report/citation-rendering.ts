import type { Claim, Derivation, Operation } from '../../workflows/contracts/evidence/claim.ts';
import type { Finding, Source } from '../../workflows/contracts/evidence/evidence.ts';
import type { RegisteredSource, ShownSources } from '../../workflows/contracts/evidence/source-registry.ts';
import type { Citation } from '../../workflows/contracts/report/report.ts';
import type { CitationStyle } from '../../workflows/contracts/settings/report-settings.ts';
import { languageName } from '../../workflows/domain/language-name.ts';
import { escapeMarkdown, escapeTableCell } from '../../workflows/domain/markdown-text.ts';
import { createUntrustedTest } from '../../workflows/domain/untrusted-findings.ts';
import { holdsStruck, type QuotedUnits } from '../corpus/quotes/quoted-units.ts';
import { isWebAddress } from '../corpus/web-pages/canonical-address.ts';
import type { ReportPhrases } from './report-phrases.ts';
import { createSourceRegistry, type SourceRegistry } from './source-registry.ts';
import {
  markDeciding,
  type SourceFacts,
  type SourceOrigin,
  sourcesByDocument,
  sourcesByNumber,
  unusedSources,
} from './source-rendering.ts';

const SIGNS: Readonly<Record<Exclude<Operation, 'comparison' | 'mean'>, string>> = {
  sum: ' + ',
  difference: ' − ',
  ratio: ' / ',
  share: ' / ',
  change: ' → ',
};
const RELATIONS: Readonly<Record<string, string>> = { greater: ' > ', less: ' < ', equal: ' = ' };

/** Follows a claim that the rules could not compare with its quotes; the closing section explains it. */
export const UNVERIFIED_MARK = '(?)';
const LONGEST_SECTION_NAME = 60;

/** The number of a heading, with its label: "§ 3", "Art. 5", "Annex II", "4.2.1". */
const DESIGNATION =
  /^(?:§{1,2}\s*\d+[a-z]?|(?:art(?:ikel|icle)?\.?|sec(?:tion|\.)|chapter|part|annex|appendix|anlage|anhang|abschnitt|kapitel|teil)\s+(?:\d+[a-z]?|[IVXLC]+)|\d+(?:\.\d+)+)(?![\p{L}\p{N}])/iu;

/** Renders claims with their citation marks, and remembers what was cited. */
export interface CitationRendering {
  /** One line of prose; words in another language become a labelled block quotation. */
  readonly claim: (claim: Claim) => string;
  /** The same within a table: one line in any language, and no bar in it. */
  readonly cell: (claim: Claim) => string;
  /** A quoted unit behind its document and section, with the deciding words in bold. */
  readonly passage: (claim: Claim) => string;
  /** The citations of some keys; unknown keys have none. */
  readonly cite: (keys: readonly string[]) => Citation[];
  /** Name and place of a claim's first source; empty where the citation mark names them. */
  readonly origin: (claim: Claim) => string;
  /** In order of first use, numbered from 1 without gaps; one number for each quote. */
  readonly citations: () => Citation[];
  /** Everything that could be cited, with the numbers of what is. */
  readonly registered: () => RegisteredSource[];
  /** The list of sources, by number or by document; `all` also lists those that nothing cites. */
  readonly sources: (shown: ShownSources) => string[];
}

export type CitedSource = SourceOrigin & Pick<Source, 'sourceId'>;

export interface CitationContent {
  readonly findings: readonly Finding[];
  readonly registered: readonly RegisteredSource[];
  readonly units: QuotedUnits;
  /** The documents that the findings are from. */
  readonly sources: readonly CitedSource[];
  readonly style: CitationStyle;
  readonly phrases: ReportPhrases;
}

export function createCitationRendering(content: CitationContent): CitationRendering {
  const { findings, registered, units, sources, style, phrases } = content;
  const registry = createSourceRegistry(findings, units, registered);
  const facts = { phrases, detailOf: registry.detailOf, ...createSourceFacts(findings, sources) };
  const documentName = createDocumentNames(findings);
  const isUntrusted = createUntrustedTest(findings);
  const markOf = (citation: Citation): string =>
    style === 'numbered' ? `[${citation.number}]` : `[${documentName(citation)}${placeMark(citation, phrases)}]`;
  const marksOf = ({ citations }: Claim): string => {
    const marks = registry.cite(citations).map(markOf);
    return [...new Set(marks)].join(style === 'numbered' ? '' : ' ');
  };

  return {
    ...createLineRendering({
      marksOf,
      isUntrusted,
      remarkOn: (claim) => remarkOn(claim, registry.cite, phrases),
      phrases,
    }),
    passage(claim) {
      const [citation] = registry.cite(claim.citations);
      const warning = isUntrusted(claim) ? `${phrases.untrusted}: ` : '';
      const words = markDeciding(claim.text, registry.decidingWords(claim.citations));
      const place = citation === undefined ? '' : `*${placeOf(citation, phrases)}:* `;
      const language = claim.quotedLanguage;
      const label = language === undefined ? '' : `${phrases.quotation(languageName(language, phrases.language))}: `;
      const struck = struckRemark(claim, registry.cite, phrases);
      return `${warning}${place}${label}${spaced(words, spaced(marksOf(claim), struck))}`;
    },
    origin(claim) {
      const [citation] = style === 'numbered' ? registry.cite(claim.citations) : [];
      return citation === undefined ? '' : `${escapeMarkdown(citation.title)}${placeMark(citation, phrases)}`;
    },
    cite: registry.cite,
    citations: registry.citations,
    registered: registry.entries,
    sources: (shown) => listSources(registry, shown, style, facts),
  };
}

interface LineContent {
  readonly marksOf: (claim: Claim) => string;
  readonly isUntrusted: (claim: Claim) => boolean;
  readonly remarkOn: (claim: Claim) => string;
  readonly phrases: ReportPhrases;
}

/** A claim in a line, or in a cell, where words of another language stand without a label. */
function createLineRendering({
  marksOf,
  isUntrusted,
  remarkOn,
  phrases,
}: LineContent): Pick<CitationRendering, 'claim' | 'cell'> {
  return {
    claim(claim) {
      const words = escapeMarkdown(claim.text);
      const warning = isUntrusted(claim) ? `${phrases.untrusted}: ` : '';
      if (claim.quotedLanguage === undefined) {
        return `${warning}${spaced(words, spaced(marksOf(claim), remarkOn(claim)))}`;
      }
      const label = phrases.quotation(languageName(claim.quotedLanguage, phrases.language));
      return `${warning}${spaced(label, marksOf(claim))}:\n\n> ${words}`;
    },
    cell(claim) {
      const marks = spaced(marksOf(claim), remarkOn(claim)).replaceAll('|', String.raw`\|`);
      return `${isUntrusted(claim) ? '⚠ ' : ''}${spaced(escapeTableCell(claim.text), marks)}`;
    },
  };
}

/** What kind of claim it is, where that is not a cited one whose words were compared. */
function remarkOn(claim: Claim, cite: CitationRendering['cite'], phrases: ReportPhrases): string {
  const kind = kindOf(claim, phrases);
  return [
    kind === null ? '' : `(${escapeMarkdown(kind)})`,
    claim.isUnverified === true ? UNVERIFIED_MARK : '',
    struckRemark(claim, cite, phrases),
  ].reduce(spaced);
}

/** Says of a claim that its quotation holds struck words, which it leaves out; else empty. */
export function struckRemark(claim: Claim, cite: CitationRendering['cite'], { struck }: ReportPhrases): string {
  const isLeftOut = cite(claim.citations).some((citation) => holdsStruck(citation, claim.isPassage === true));
  return isLeftOut ? `(${struck})` : '';
}

/** How a derived figure was computed, or that a claim is an inference; null: it is a cited one. */
export function kindOf({ derivation, isInference }: Claim, phrases: ReportPhrases): string | null {
  if (derivation !== undefined) return phrases.computed(formulaOf(derivation));
  return isInference === true ? phrases.inference : null;
}

function listSources(
  { citations, entries }: SourceRegistry,
  shown: ShownSources,
  style: CitationStyle,
  facts: SourceFacts,
): string[] {
  const cited = (style === 'numbered' ? sourcesByNumber : sourcesByDocument)(citations(), facts);
  return shown === 'all' ? [...cited, ...unusedSources(entries(), facts.phrases)] : cited;
}

/** What is known of the sources of citations. */
export function createSourceFacts(
  findings: readonly Finding[],
  sources: readonly CitedSource[],
): Omit<SourceFacts, 'phrases' | 'detailOf'> {
  const known = new Map(sources.map((source) => [source.sourceId, source]));
  const weak = findings.filter(({ belowThreshold }) => belowThreshold).flatMap(({ quotes }) => quotes);
  const weakKeys = new Set(weak.map(({ key }) => key));
  const isUntrusted = createUntrustedTest(findings);
  return {
    sourceOf: ({ quote }) => known.get(quote.sourceId),
    isBelowThreshold: ({ quote }) => weakKeys.has(quote.key),
    isUntrusted: ({ quote }) => isUntrusted({ citations: [quote.key] }),
  };
}

/** Names a document by its file or web site, or by its whole path or address if two documents share a name. */
function createDocumentNames(findings: readonly Finding[]) {
  const locators = [...new Set(findings.map(({ locator }) => locator))];
  return ({ locator }: Citation): string => {
    const isShared = locators.some((other) => other !== locator && shortName(other) === shortName(locator));
    return escapeMarkdown(isShared ? locator : shortName(locator));
  };
}

function shortName(locator: string): string {
  if (isWebAddress(locator)) return locator.split('/')[2] ?? locator;
  return locator.slice(locator.lastIndexOf('/') + 1);
}

/** Title and last heading of a document, with the page if it has pages; without marks that would end the emphasis. */
function placeOf({ title, page, headingPath }: Citation, phrases: ReportPhrases): string {
  const heading = headingPath.at(-1) ?? '';
  const parts = [title, heading === title ? '' : heading].filter((part) => part !== '');
  const place = [
    ...parts.map((part) => escapeMarkdown(part.replaceAll('*', ''))),
    ...(page === null ? [] : [phrases.citedPage(page)]),
  ];
  return place.join(' · ');
}

/** `, Page 12`, or `, § 3` for a document without pages; empty if it has neither. */
function placeMark({ page, headingPath }: Citation, phrases: ReportPhrases): string {
  const place = page === null ? sectionName(headingPath.at(-1) ?? '') : phrases.citedPage(page);
  return place === '' ? '' : `, ${place}`;
}

function sectionName(heading: string): string {
  const name = DESIGNATION.exec(heading)?.[0] ?? heading;
  return escapeMarkdown(name.length > LONGEST_SECTION_NAME ? `${name.slice(0, LONGEST_SECTION_NAME - 1)}…` : name);
}

function spaced(words: string, marks: string): string {
  return [words, marks].filter(Boolean).join(' ');
}

/** How a derived figure was computed, as a reader can check it: "9 hours + 5 hours = 14 hours". */
function formulaOf({ operation, inputs, result }: Derivation): string {
  const figures = inputs.map(({ figure }) => figure);
  if (operation === 'comparison') return figures.join(RELATIONS[result] ?? ' ? ');
  if (operation === 'mean') return `(${figures.join(' + ')}) / ${figures.length} = ${result}`;
  return `${figures.join(SIGNS[operation])} = ${result}`;
}
