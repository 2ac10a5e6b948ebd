import { ofAll, rawSourceOfAll } from '@plumbline/language/word-patterns';
import type { PlaceKind } from './reference.ts';

/** White space inside a reference: it may contain a line break but not a paragraph break. */
export const GAP = String.raw`(?:[^\S\n]+(?:\n[^\S\n]*)?|\n[^\S\n]*)`;
const NO_WORD_BEFORE = String.raw`(?<![\p{L}\p{N}_.§-])`;
const NO_WORD_AFTER = String.raw`(?!(?!ff\b)[\p{L}\p{N}_]|[.,]\d|\s?%)`;

/** Matches at one position only. */
export function at(source: string): RegExp {
  return new RegExp(source.replaceAll(' ', GAP), 'uy');
}

/** Matches everywhere; a space in the source matches any gap. */
export function everywhere(source: string): RegExp {
  return new RegExp(source.replaceAll(' ', GAP), 'gu');
}

interface PlaceLabel {
  readonly kind: PlaceKind;
  /** Labels of one place and of several. */
  readonly label: string;
  readonly number: string;
}

const DIGITS = String.raw`\d+(?:(?!ff\b)[a-z]{1,2})?(?:\.\d+[a-z]?)*`;
const ROMAN = String.raw`[IVXLC]+\b`;
const LETTER = String.raw`[A-Z]\d{0,2}\b`;
const ANY_NUMBER = `(?:${DIGITS}|${ROMAN}|${LETTER})`;

const NUMBERS = {
  digits: DIGITS,
  'plain digits': String.raw`\d+`,
  'digits or Roman': `(?:${DIGITS}|${ROMAN})`,
  any: ANY_NUMBER,
} as const;

const PLACE_LABELS: readonly PlaceLabel[] = [
  { kind: 'section', label: '§§?', number: DIGITS },
  ...ofAll(({ placeLabels }) => placeLabels).map(({ kind, label, numbers }) => ({
    kind,
    label,
    number: NUMBERS[numbers],
  })),
];

const AMBIGUOUS_PLACE = rawSourceOfAll(({ ambiguousPlaces }) => ambiguousPlaces);

/** Labels in the plural, or with the same form as the plural: a list of bare numbers may follow them. */
export const TAKES_LIST = new RegExp(`^(?:§§|${rawSourceOfAll(({ listLabels }) => listLabels)})`, 'iu');

/** Between label and number. */
const LABEL_GAP = '(?: |(?<=[§.]))';
export const PLACE_START = everywhere(
  `${NO_WORD_BEFORE}(?:${PLACE_LABELS.map(({ label, number }) => `${label}${LABEL_GAP}${number}`).join('|')}|${AMBIGUOUS_PLACE})${NO_WORD_AFTER}`,
);
/** Label and first number of each kind; the group is the number. */
export const PLACES = [
  ...PLACE_LABELS,
  ...ofAll(({ ambiguousArticle }) => ambiguousArticle).map((label) => ({
    kind: 'article' as const,
    label,
    number: String.raw`\d+[a-z]?`,
  })),
].map(({ kind, label, number }) => ({
  kind,
  start: at(`${label}${LABEL_GAP}(${number})${NO_WORD_AFTER}`),
  further: at(`(${number})${NO_WORD_AFTER}`),
}));

const PARAGRAPH = `(?:${rawSourceOfAll(({ paragraphs }) => paragraphs)})`;
const FINER = rawSourceOfAll(({ finerParts }) => finerParts);
const VALUE = String.raw`(?:\(?(?:\d+[a-z]?(?:\.\d+)*|([a-z])\1?|[IVX]+|[A-Z])\)?)(?![\p{L}\p{N}])`;

/** "Abs. 2", "Absatz 2", "paragraph 2", "(2)": the paragraph is the group. */
export const PARAGRAPH_OF_PLACE = at(
  String.raw`(?:,? ${PARAGRAPH} \(?(\d+[a-z]?)\)?|${GAP}?\((\d+[a-z]?)\))(?![\p{L}\p{N}])`,
);
/** Finer parts of a place, which are not resolved: "Satz 1", "Nr. 3", "Buchst. a", "(b)", "erster Halbsatz". */
export const FINER_PART = at(
  String.raw`,? (?:(?:${FINER}) ${VALUE}|${rawSourceOfAll(({ finerPhrases }) => finerPhrases)})|\([a-z]{1,4}\)| ?ff\b\.?`,
);
/** An introductory act numbers the sections of its articles: "Artikel 12 § 3". */
export const SECTION_OF_ARTICLE = at(String.raw` §§? ?\d+[a-z]?(?![\p{L}\p{N}])`);
/** Further values of a part: "Satz 1 und 2". The group is the value. */
export const FURTHER_VALUE = at(
  String.raw`(?:,| (?:${rawSourceOfAll(({ valueJoints }) => valueJoints)})) (?:(?:${rawSourceOfAll(({ furtherLabels }) => furtherLabels)}) )?(\d+[a-z]?|[A-Z]|([a-z])\2?)(?![\p{L}\p{N}.]|\.\d)`,
);
/** What joins the numbers of a list; the group matches for a range. */
export const FURTHER_NUMBER = at(
  String.raw`(?:,| (?:${rawSourceOfAll(({ listJoints }) => listJoints)})|( (?:${rawSourceOfAll(({ placeRangeJoints }) => placeRangeJoints)})| ?[–-])) ?(?:(?:${rawSourceOfAll(({ listArticles }) => listArticles)}) )?(?=\d|[IVXLCA-Z]+\b)`,
);
/** From one label of a list to the next. The first group matches if the two may belong to different works. */
export const NEXT_PLACE = at(
  `(?:,? (${rawSourceOfAll(({ workJoints }) => workJoints)})|,| (?:${rawSourceOfAll(({ listJoints }) => listJoints)}))(?: (?:${rawSourceOfAll(({ placeFillers }) => placeFillers)}))* `,
);

/** A paragraph of the text's own section. */
export const OWN_PARAGRAPH = everywhere(
  String.raw`${NO_WORD_BEFORE}${PARAGRAPH} \(?(\d+[a-z]?)\)?(?![\p{L}\p{N}]|[.,]\d)`,
);

const STANDARD_NUMBER = String.raw`\d[\d.]*(?:[-:]\d+)*(?:\d|\b)`;
const STANDARD = [
  String.raw`RFC(?: |-)?\d{1,5}`,
  String.raw`(?:DIN|ISO|IEC|EN|VDI|VDE|KTA|IEEE|ANSI|ASTM|ETSI|ÖNORM|NIST|TRGS|TRBS)(?:-Richtlinie)?(?:(?: |[/-])(?:DIN|ISO|IEC|EN|VDI|VDE|ETS|SP|TS|TR|Std))*(?: |-)?${STANDARD_NUMBER}`,
].join('|');
export const STANDARDS = everywhere(String.raw`(?<![\p{L}\p{N}/-])(?:${STANDARD})(?!\p{L}|\d)`);
/** "DIN 12345 Teil 2": the part belongs to the name. */
export const PARTS_OF_STANDARDS = everywhere(
  String.raw`(?<![\p{L}\p{N}/-])(?:${STANDARD}),? (?:${rawSourceOfAll(({ standardParts }) => standardParts)}) \d+(?!\p{L}|\d)`,
);
/** "RFC 9110 section 5.4": the groups are standard and section. */
export const SECTION_OF_STANDARD = everywhere(
  String.raw`(?<![\p{L}\p{N}/-])(${STANDARD}),? (?:${rawSourceOfAll(({ standardSections }) => standardSections)}|§) ?(${DIGITS})(?!\p{L}|\d)`,
);

const EUROPEAN_ACT = rawSourceOfAll(({ europeanActs }) => europeanActs);
/** "StrlSchG", "HGB VII", "12. KaiSchV", "DS-GVO". */
const ABBREVIATION = String.raw`(?:\d{1,2}\. )?\p{Lu}(?:[\p{Ll}\p{Lo}-]*\p{Lu})+[\p{Ll}\p{Lo}]*(?![\p{L}\p{N}-])(?: (?:[IVX]+\b|\d{1,4}(?![\p{L}\p{N}.,]| \p{L})))?`;

/** An amending act, as notes on changes name it: "Art. 2 G v. 3.4.2019". */
const AMENDING_ACT = rawSourceOfAll(({ amendingActs }) => amendingActs);

/** The document itself. */
export const OWN_WORK = at(` (?:${rawSourceOfAll(({ ownWorks }) => ownWorks)})`);
/** The work after a place; the group is its name. */
export const WORK_OF_PLACE = at(
  String.raw`,?(?: (?:${rawSourceOfAll(({ ofWork }) => ofWork)}))?(?: (?:${rawSourceOfAll(({ ofWorkArticle }) => ofWorkArticle)}))? \[?(${EUROPEAN_ACT}|${STANDARD}|${AMENDING_ACT}|${ABBREVIATION})|(?:${titlesOfWorks()})`,
);
/** A whole work after words that refer to it; its name is the first group that matched. */
export const NAMED_WORKS = everywhere(String.raw`(?<!\p{L})(?:${wholeWorks()})(?!\p{L})`);
/** A kind of work without a name; only the context tells which work it is. */
export const NAMELESS_WORK = new RegExp(`^(?:${rawSourceOfAll(({ namelessWorks }) => namelessWorks)})$`, 'u');

/** In each language, what leads from a place to the title of its work; one group each. */
function titlesOfWorks(): string {
  return ofAll(({ ofTitle, workTitles }) =>
    ofTitle === undefined || workTitles === undefined ? undefined : ` (?:${ofTitle}) (${workTitles})`,
  ).join('|');
}

/** The same for what leads to a whole work. */
function wholeWorks(): string {
  return ofAll(({ workLeads, europeanActs, workTitles }) =>
    workLeads === undefined || europeanActs === undefined || workTitles === undefined
      ? undefined
      : `${workLeads} (${europeanActs}|${workTitles})`,
  ).join('|');
}

export const MARKDOWN_LINK = /(?<!!)\[[^\]\n]{0,1000}\]\(<?([^()\s<>]+(?:\([^()\s]*\)[^()\s]*)?)>?(?:\s+"[^"]*")?\)/gu;
/** "[text][label]" and "[label][]"; the label's target is defined elsewhere in the document. */
export const LABELLED_LINK = /(?<![!\]\\])\[([^\]\n]{1,1000})\]\[([^\]\n]{0,1000})\]/gu;
/** "[label]: target": label and target. */
export const LINK_DEFINITION = /^ {0,3}\[(?!\^)([^\]\n]+)\]:[ \t]*<?([^\s>]+)>?.*/gmu;
/** A link target that is not a path. */
export const WEB_TARGET = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/iu;
export const WEB_ADDRESS =
  /(?<![\p{L}\p{N}])(?:https?:\/\/|www\.)[^\s<>()[\]"'`]+(?:\([^\s<>()]*\)[^\s<>()[\]"'`]*)*/giu;
export const DOI = /(?:https?:\/\/(?:dx\.)?doi\.org\/|\bdoi:\s*)?(?<![\d.\p{L}])\b(10\.\d{4,9}\/[^\s"<>()[\]]+)/giu;
export const ARXIV =
  /(?:https?:\/\/arxiv\.org\/(?:abs|pdf)\/|\barXiv:\s*)((?:[a-z-]+(?:\.[A-Z]{2})?\/\d{7}|\d{4}\.\d{4,5})(?:v\d+)?)/giu;
/** "[12]", "[3, 5]", "[1–4]", but no link, footnote or check box. */
export const LIST_ENTRIES = /(?<![\p{L}\]\w!])\[(\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*)\](?![([:])/gu;
/** Trailing marks that belong to the sentence. */
export const TRAILING_MARKS = /(?<![.,;:!?'"*_])[.,;:!?'"*_]+$/u;
/** Pictures and code, which are not prose. */
export const IMAGE = /!\[[^\]]{0,1000}\](?:\([^)]{0,1000}\)|\[[^\]]{0,1000}\])/gu;
export const INLINE_CODE = /`[^`\n]+`/gu;
