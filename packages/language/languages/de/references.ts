import type { ReferenceWords } from '../words/reference-words.ts';

// "Bescheinigung Teil 1" is a name, not a part of the document.
const NOT_BEHIND_NOUN = String.raw`(?<!(?!Siehe|Vergleiche)\p{Lu}\p{L}+[^\S\n]{0,9}\s[^\S\n]{0,9})`;
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

/** German words of references. */
export const deReferences: ReferenceWords = {
  placeLabels: [
    { kind: 'article', label: String.raw`(?:Art\.|Artt\.|Artikel[ns]?)`, numbers: 'digits or Roman' },
    { kind: 'annex', label: '(?:Anlagen?|Anhangs?|Anhänge[ns]?)', numbers: 'any' },
    { kind: 'subdivision', label: '(?:Unterabschnitt(?:s|es|e|en)?)', numbers: 'any' },
    { kind: 'division', label: '(?:Abschnitt(?:s|es|e|en)?)', numbers: 'any' },
    { kind: 'chapter', label: '(?:Kapitel[ns]?)', numbers: 'any' },
    { kind: 'part', label: String.raw`(?:${NOT_BEHIND_NOUN}Teil(?:s|es|e|en)?)`, numbers: 'any' },
    { kind: 'title', label: '(?:Titel[ns]?)', numbers: 'any' },
    { kind: 'table', label: String.raw`(?:Tabellen?|Tab\.)`, numbers: 'any' },
    { kind: 'figure', label: String.raw`(?:Abbildung(?:en)?|Abb\.)`, numbers: 'any' },
    { kind: 'page', label: '(?:Seiten?)', numbers: 'plain digits' },
  ],
  headingLabels: {
    article: String.raw`art\.?|artikel`,
    annex: 'anlage|anhang',
    subdivision: 'unterabschnitt',
    division: 'abschnitt',
    chapter: 'kapitel',
    part: 'teil',
    title: 'titel',
    table: String.raw`tabelle|tab\.`,
    figure: String.raw`abbildung|abb\.`,
    page: 'seite',
  },
  placeOrdinals: [
    'erste',
    'zweite',
    'dritte',
    'vierte',
    'fünfte',
    'sechste',
    'siebte',
    'achte',
    'neunte',
    'zehnte',
    'elfte',
    'zwölfte',
  ],
  captionBeginnings: 'Tab|Abb|Anl|Anh',
  listLabels: String.raw`Artt\.|Artikeln?|Anlagen|Anhänge|Anhang|Abschnitte|Abschnitten|Kapiteln?|Teile|Teilen|Tabellen|Abbildungen|Seiten`,
  // Without a full stop only before a paragraph or a work: "Art" also means "kind".
  ambiguousPlaces: String.raw`Art \d+[a-z]?(?= (?:Abs|Satz|S\.|GG\b|\p{Lu}\p{L}*\p{Lu}))`,
  ambiguousArticle: 'Art',
  paragraphs: String.raw`Abs\.|Absatz(?:es)?|Absätzen?`,
  finerParts: String.raw`Unterabs\.|Unterabsatz(?:es)?|Satz(?:es)?|Sätzen?|S\.|Nrn?\.|Nummern?|Buchst\.|Buchstaben?|Doppelbuchstaben?|lit\.|Halbsatz|Halbs\.|Hs\.|Alt\.|Alternative|Ziff\.|Ziffern?|Var\.|Variante|Spalten?|Teil|Abschnitt`,
  finerPhrases: String.raw`(?:erster?|zweiter?|dritter?|[Hh]albsatz) (?:Halbsatz|Halbs\.|Alternative|Unterabsatz)`,
  furtherLabels: String.raw`Satz|Nr\.|Nummer|Absatz|Abs\.|Buchstabe`,
  valueJoints: 'und|oder|bis|sowie',
  listJoints: 'und|oder|sowie',
  placeRangeJoints: 'bis',
  listArticles: 'den|der|die|nach',
  workJoints: String.raw`in Verbindung mit|i\. ?V\. ?m\.|iVm`,
  placeFillers: 'auch|jeweils|nach|gemäß|im|in|den|der|des|dem|die',
  standardParts: 'Teil|Blatt',
  standardSections: 'Abschnitt',
  ownWorks: String.raw`(?:dieses|dieser|desselben|derselben) (?:\p{Lu}[\p{L}-]*|document|guide|report|page)`,
  europeanActs: String.raw`(?:Delegierten |Durchführungs)?(?:[Vv]erordnung|[Rr]ichtlinie|[Ee]ntscheidung|(?:Rahmenb|B)eschluss(?:es)?)(?: \((?:EU|EG|EWG|Euratom)[^)\n]*\)(?: Nr\.)?)? \d+/\d+(?:/\p{Lu}\p{L}+)?`,
  amendingActs: String.raw`(?:G|V|VO|Bek\.) v\. \d{1,2}\.\d{1,2}\.\d{4}`,
  workTitles: String.raw`${ADJECTIVES}(?:${COORDINATION}(?:\p{L}[\p{L}-]*)?${KIND_OF_WORK}|Buch(?:es|s)?(?: \p{Lu}\p{L}*gesetzbuch)?)${DATE_OF_WORK}${SUBJECT}`,
  ofWork: 'des|der|dem|vom|von|in',
  ofTitle: 'des|der|dem|zum|zur',
  ofNamedWork: 'des|der',
  workLeads: String.raw`(?:[Nn]ach Maßgabe|[Ii]m Sinne|[Gg]emäß|[Aa]uf Grund|[Aa]ufgrund|[Uu]nbeschadet|[Ee]ntsprechend|[Nn]ach)(?: (?:des|der|dem|den|von))`,
  namelessWorks: String.raw`(?:Rechts|Landes|Bundes)?${KIND_OF_WORK}|Buch(?:es|s)`,
};
