import type { ReferenceWords } from './reference-words.ts';

const KIND_OF_WORK =
  '(?:Act|Regulations?|Directive|Code|Ordinance|Rules|Agreement|Convention|Treaty|Order|Law|Statute|Charter|Protocol)';

/** English words of references. In lower case, labels take only digits ("part I played"). */
export const enReferences: ReferenceWords = {
  placeLabels: [
    { kind: 'section', label: String.raw`(?:[Ss]ections?|Sect?\.)`, numbers: 'digits' },
    { kind: 'article', label: '[Aa]rticles?', numbers: 'digits or Roman' },
    { kind: 'annex', label: '(?:Annex(?:es)?|Appendi(?:x|ces))', numbers: 'any' },
    { kind: 'annex', label: '(?:annex(?:es)?|appendi(?:x|ces))', numbers: 'digits' },
    { kind: 'subdivision', label: 'Subsection', numbers: 'any' },
    { kind: 'chapter', label: 'Chapters?', numbers: 'any' },
    { kind: 'chapter', label: 'chapters?', numbers: 'digits' },
    { kind: 'part', label: 'Parts?', numbers: 'any' },
    { kind: 'part', label: 'parts?', numbers: 'digits' },
    { kind: 'title', label: 'Title', numbers: 'any' },
    { kind: 'table', label: '[Tt]ables?', numbers: 'any' },
    { kind: 'figure', label: String.raw`(?:[Ff]igures?|Fig\.)`, numbers: 'any' },
    { kind: 'page', label: '[Pp]ages?', numbers: 'plain digits' },
  ],
  listLabels: 'articles|Annex|Appendices|Chapters|Parts|Tables|Figures|Pages|Sections',
  paragraphs: String.raw`[Pp]aragraphs?|[Pp]aras?\.|[Ss]ubsections?`,
  finerParts: '[Pp]oints?|[Ss]ubparagraphs?|[Ss]entences?|[Cc]lauses?|[Ii]tems?',
  valueJoints: 'and|or|to',
  listJoints: 'and|or',
  placeRangeJoints: 'to|through',
  workJoints: 'in conjunction with|read with',
  placeFillers: 'of|in|under|the',
  standardParts: 'Part',
  standardSections: '[Ss]ection|[Cc]lause',
  ownWorks: String.raw`of this (?:\p{Lu}[\p{L}-]*|document|guide|report|page)`,
  europeanActs: String.raw`(?:[Rr]egulation|[Dd]irective|[Dd]ecision)(?: \((?:EU|EC|EEC|Euratom)\)(?: No\.?)?)? \d+/\d+(?:/\p{Lu}\p{L}+)?`,
  workTitles: String.raw`(?:(?:\p{Lu}[\p{L}'-]+|of|and|on|for) ){0,6}?${KIND_OF_WORK}(?![\p{L}-])(?: \d{4})?`,
  ofWork: 'of|to|in',
  ofWorkArticle: 'the',
  ofTitle: '(?:of|to|in)(?: the)?',
  workLeads:
    '(?:[Ii]n accordance with|[Ww]ithin the meaning of|[Pp]ursuant to|[Ss]ubject to|[Uu]nder|[Aa]s defined in|[Aa]s required by)(?: the)?',
  namelessWorks: KIND_OF_WORK,
};
