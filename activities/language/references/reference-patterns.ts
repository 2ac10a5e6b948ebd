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

// "Bescheinigung Teil 1" is a name, not a part of the document.
const NOT_BEHIND_NOUN = String.raw`(?<!(?!Siehe|Vergleiche)\p{Lu}\p{L}+[^\S\n]{0,9}\s[^\S\n]{0,9})`;

interface PlaceLabel {
  readonly kind: PlaceKind;
  /** Labels of one place and of several, German and English. */
  readonly label: string;
  readonly number: string;
}

const DIGITS = String.raw`\d+(?:(?!ff\b)[a-z]{1,2})?(?:\.\d+[a-z]?)*`;
const ROMAN = String.raw`[IVXLC]+\b`;
const LETTER = String.raw`[A-Z]\d{0,2}\b`;
const ANY_NUMBER = `(?:${DIGITS}|${ROMAN}|${LETTER})`;

/** Labels of places. German nouns are capitalised; English ones in lower case take only digits ("part I played"). */
const PLACE_LABELS: readonly PlaceLabel[] = [
  { kind: 'section', label: '§§?', number: DIGITS },
  { kind: 'section', label: String.raw`(?:[Ss]ections?|Sect?\.)`, number: DIGITS },
  { kind: 'article', label: String.raw`(?:Art\.|Artt\.|Artikel[ns]?|[Aa]rticles?)`, number: `(?:${DIGITS}|${ROMAN})` },
  { kind: 'annex', label: '(?:Anlagen?|Anhangs?|Anhänge[ns]?|Annex(?:es)?|Appendi(?:x|ces))', number: ANY_NUMBER },
  { kind: 'annex', label: '(?:annex(?:es)?|appendi(?:x|ces))', number: DIGITS },
  { kind: 'subdivision', label: '(?:Unterabschnitt(?:s|es|e|en)?|Subsection)', number: ANY_NUMBER },
  { kind: 'division', label: '(?:Abschnitt(?:s|es|e|en)?)', number: ANY_NUMBER },
  { kind: 'chapter', label: '(?:Kapitel[ns]?|Chapters?)', number: ANY_NUMBER },
  { kind: 'chapter', label: 'chapters?', number: DIGITS },
  { kind: 'part', label: String.raw`(?:${NOT_BEHIND_NOUN}Teil(?:s|es|e|en)?|Parts?)`, number: ANY_NUMBER },
  { kind: 'part', label: 'parts?', number: DIGITS },
  { kind: 'title', label: '(?:Titel[ns]?|Title)', number: ANY_NUMBER },
  { kind: 'table', label: String.raw`(?:Tabellen?|Tab\.|[Tt]ables?)`, number: ANY_NUMBER },
  { kind: 'figure', label: String.raw`(?:Abbildung(?:en)?|Abb\.|[Ff]igures?|Fig\.)`, number: ANY_NUMBER },
  { kind: 'page', label: '(?:Seiten?|[Pp]ages?)', number: String.raw`\d+` },
];

/** "Art 5" without a full stop counts only before a paragraph or a work: "Art" also means "kind". */
const ARTICLE_WITHOUT_STOP = String.raw`Art \d+[a-z]?(?= (?:Abs|Satz|S\.|GG\b|\p{Lu}\p{L}*\p{Lu}))`;

/** Labels in the plural, or with the same form as the plural: a list of bare numbers may follow them. */
export const TAKES_LIST =
  /^(?:§§|Artt\.|Artikeln?|articles|Anlagen|Anhänge|Anhang|Annex|Appendices|Abschnitte|Abschnitten|Kapiteln?|Chapters|Teile|Teilen|Parts|Tabellen|Tables|Abbildungen|Figures|Seiten|Pages|Sections)/iu;

/** Between label and number. */
const LABEL_GAP = '(?: |(?<=[§.]))';
export const PLACE_START = everywhere(
  `${NO_WORD_BEFORE}(?:${PLACE_LABELS.map(({ label, number }) => `${label}${LABEL_GAP}${number}`).join('|')}|${ARTICLE_WITHOUT_STOP})${NO_WORD_AFTER}`,
);
/** Label and first number of each kind; the group is the number. */
export const PLACES = [...PLACE_LABELS, { kind: 'article' as const, label: 'Art', number: String.raw`\d+[a-z]?` }].map(
  ({ kind, label, number }) => ({
    kind,
    start: at(`${label}${LABEL_GAP}(${number})${NO_WORD_AFTER}`),
    further: at(`(${number})${NO_WORD_AFTER}`),
  }),
);

const PARAGRAPH = '(?:Abs\\.|Absatz(?:es)?|Absätzen?|[Pp]aragraphs?|[Pp]aras?\\.|[Ss]ubsections?)';
const FINER = [
  'Unterabs\\.|Unterabsatz(?:es)?|Satz(?:es)?|Sätzen?|S\\.|Nrn?\\.|Nummern?|Buchst\\.|Buchstaben?|Doppelbuchstaben?|lit\\.',
  'Halbsatz|Halbs\\.|Hs\\.|Alt\\.|Alternative|Ziff\\.|Ziffern?|Var\\.|Variante|Spalten?|Teil|Abschnitt',
  '[Pp]oints?|[Ss]ubparagraphs?|[Ss]entences?|[Cc]lauses?|[Ii]tems?',
].join('|');
const VALUE = String.raw`(?:\(?(?:\d+[a-z]?(?:\.\d+)*|([a-z])\1?|[IVX]+|[A-Z])\)?)(?![\p{L}\p{N}])`;

/** "Abs. 2", "Absatz 2", "paragraph 2", "(2)": the paragraph is the group. */
export const PARAGRAPH_OF_PLACE = at(
  String.raw`(?:,? ${PARAGRAPH} \(?(\d+[a-z]?)\)?|${GAP}?\((\d+[a-z]?)\))(?![\p{L}\p{N}])`,
);
/** Finer parts of a place, which are not resolved: "Satz 1", "Nr. 3", "Buchst. a", "(b)", "erster Halbsatz". */
export const FINER_PART = at(
  String.raw`,? (?:(?:${FINER}) ${VALUE}|(?:erster?|zweiter?|dritter?|[Hh]albsatz) (?:Halbsatz|Halbs\.|Alternative|Unterabsatz))|\([a-z]{1,4}\)| ?ff\b\.?`,
);
/** An introductory act numbers the sections of its articles: "Artikel 12 § 3". */
export const SECTION_OF_ARTICLE = at(String.raw` §§? ?\d+[a-z]?(?![\p{L}\p{N}])`);
/** Further values of a part: "Satz 1 und 2". The group is the value. */
export const FURTHER_VALUE = at(
  String.raw`(?:,| und| oder| bis| sowie| and| or| to) (?:Satz |Nr\. |Nummer |Absatz |Abs\. |Buchstabe )?(\d+[a-z]?|[A-Z]|([a-z])\2?)(?![\p{L}\p{N}.]|\.\d)`,
);
/** What joins the numbers of a list; the group matches for a range. */
export const FURTHER_NUMBER = at(
  '(?:,| (?:und|oder|sowie|and|or)|( (?:bis|to|through)| ?[–-])) ?(?:(?:den|der|die|nach) )?(?=\\d|[IVXLCA-Z]+\\b)',
);
/** From one label of a list to the next. The first group matches if the two may belong to different works. */
export const NEXT_PLACE = at(
  `(?:,? (in Verbindung mit|i\\. ?V\\. ?m\\.|iVm|in conjunction with|read with)|,| und| oder| sowie| and| or)(?: (?:auch|jeweils|nach|gemäß|im|in|den|der|des|dem|die|of|under|the))* `,
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
  String.raw`(?<![\p{L}\p{N}/-])(?:${STANDARD}),? (?:Teil|Blatt|Part) \d+(?!\p{L}|\d)`,
);
/** "RFC 9110 section 5.4": the groups are standard and section. */
export const SECTION_OF_STANDARD = everywhere(
  String.raw`(?<![\p{L}\p{N}/-])(${STANDARD}),? (?:[Ss]ection|Abschnitt|[Cc]lause|§) ?(${DIGITS})(?!\p{L}|\d)`,
);

/** Words for kinds of works, but not "Anordnung" or "Zuordnung". */
const KIND_OF_WORK = String.raw`(?:[Gg]esetz(?:es|e)?|[Gg]esetzbuch(?:es|e|s)?|(?<![AaZzUu]n|[Zz]u|[Ee]in|[Aa]b|[Uu]nter|[Bb]ei)[Oo]rdnung|[Vv]erordnung|[Ss]atzung|[Rr]ichtlinie|[Aa]bkommens?|[Üü]bereinkommens?|[Pp]rotokolls?|[Kk]onvention|[Cc]harta|[Vv]erfassung|[Ss]tatuts?|[Kk]odex|[Vv]ertrag(?:es|s)|[Bb]eschluss(?:es)?)(?![\p{L}-])`;
const ADJECTIVES = String.raw`(?:(?!(?:Absatz|Satz|Nummer|Nr)\b)\p{Lu}\p{L}+(?:en|es|er) ){0,3}?`;
const COORDINATION = String.raw`(?:\p{Lu}\p{L}+-,? )*(?:\p{Lu}\p{L}+- (?:und|oder) -?)?`;
// "zur Durchführung": only after a bare kind of work; elsewhere the sentence continues ("der Fischereiordnung zum Zweck
// der …").
const BARE_KIND = '(?<=(?<!\\p{L})(?:Gesetz(?:es)?|Verordnung|Einführungsgesetz(?:es)?))';
const NOUN = String.raw`(?:\p{Lu}\p{L}+en (?=(?:\p{Lu}\p{L}*)?${KIND_OF_WORK}))?\p{Lu}[\p{L}-]+`;
const FURTHER_NOUNS = String.raw`(?: (?:und|an|in|im|für|von|der|des|bei|zur|zum)(?: \p{Ll}+)? \p{Lu}[\p{L}-]+){0,2}`;
const SUBJECT = String.raw`(?:(?: (?:über|gegen|betreffend)|${BARE_KIND} (?:zur|zum))(?: \p{Ll}+){0,3} ${NOUN}${FURTHER_NOUNS})?`;
const DATE_OF_WORK = String.raw`(?: vom \d{1,2}\. \p{Lu}\p{L}+ \d{4})?`;
const EUROPEAN_GERMAN = String.raw`(?:Delegierten |Durchführungs)?(?:[Vv]erordnung|[Rr]ichtlinie|[Ee]ntscheidung|(?:Rahmenb|B)eschluss(?:es)?)(?: \((?:EU|EG|EWG|Euratom)[^)\n]*\)(?: Nr\.)?)? \d+/\d+(?:/\p{Lu}\p{L}+)?`;
const EUROPEAN_ENGLISH = String.raw`(?:[Rr]egulation|[Dd]irective|[Dd]ecision)(?: \((?:EU|EC|EEC|Euratom)\)(?: No\.?)?)? \d+/\d+(?:/\p{Lu}\p{L}+)?`;
const TITLE_GERMAN = String.raw`${ADJECTIVES}(?:${COORDINATION}(?:\p{L}[\p{L}-]*)?${KIND_OF_WORK}|Buch(?:es|s)?(?: \p{Lu}\p{L}*gesetzbuch)?)${DATE_OF_WORK}${SUBJECT}`;
const KIND_ENGLISH =
  '(?:Act|Regulations?|Directive|Code|Ordinance|Rules|Agreement|Convention|Treaty|Order|Law|Statute|Charter|Protocol)';
const TITLE_ENGLISH = String.raw`(?:(?:\p{Lu}[\p{L}'-]+|of|and|on|for) ){0,6}?${KIND_ENGLISH}(?![\p{L}-])(?: \d{4})?`;
/** "StrlSchG", "HGB VII", "12. KaiSchV", "DS-GVO". */
const ABBREVIATION = String.raw`(?:\d{1,2}\. )?\p{Lu}(?:[\p{Ll}\p{Lo}-]*\p{Lu})+[\p{Ll}\p{Lo}]*(?![\p{L}\p{N}-])(?: (?:[IVX]+\b|\d{1,4}(?![\p{L}\p{N}.,]| \p{L})))?`;

/** An amending act, as notes on changes name it: "Art. 2 G v. 3.4.2019". */
const AMENDING_ACT = String.raw`(?:G|V|VO|Bek\.) v\. \d{1,2}\.\d{1,2}\.\d{4}`;

/** The document itself. */
export const OWN_WORK = at(
  ` (?:dieses|dieser|of this|desselben|derselben) (?:\\p{Lu}[\\p{L}-]*|document|guide|report|page)`,
);
/** The work after a place; the group is its name. */
export const WORK_OF_PLACE = at(
  String.raw`,?(?: (?:des|der|dem|vom|von|of|to|in))?(?: the)? \[?(${EUROPEAN_GERMAN}|${EUROPEAN_ENGLISH}|${STANDARD}|${AMENDING_ACT}|${ABBREVIATION})|(?: (?:des|der|dem|zum|zur) (${TITLE_GERMAN})| (?:of|to|in) (?:the )?(${TITLE_ENGLISH}))`,
);
const LEAD_IN = String.raw`(?:[Nn]ach Maßgabe|[Ii]m Sinne|[Gg]emäß|[Aa]uf Grund|[Aa]ufgrund|[Uu]nbeschadet|[Ee]ntsprechend|[Nn]ach)(?: (?:des|der|dem|den|von))`;
const LEAD_IN_ENGLISH =
  '(?:[Ii]n accordance with|[Ww]ithin the meaning of|[Pp]ursuant to|[Ss]ubject to|[Uu]nder|[Aa]s defined in|[Aa]s required by)(?: the)?';
/** A whole work after words that refer to it; its name is the first group that matched. */
export const NAMED_WORKS = everywhere(
  `(?<!\\p{L})(?:${LEAD_IN} (${EUROPEAN_GERMAN}|${TITLE_GERMAN})|${LEAD_IN_ENGLISH} (${EUROPEAN_ENGLISH}|${TITLE_ENGLISH}))(?!\\p{L})`,
);
/** A kind of work without a name; only the context tells which work it is. */
export const NAMELESS_WORK = new RegExp(
  `^(?:(?:Rechts|Landes|Bundes)?${KIND_OF_WORK}|${KIND_ENGLISH}|Buch(?:es|s))$`,
  'u',
);

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
