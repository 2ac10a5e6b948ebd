/**
 * The words of a quote that state something: without comments, tags, targets of links, addresses, anchors, marks of notes,
 * numbers of issues and identifiers made of digits, which hold figures that nobody stated.
 */
export function statingText(sourceText: string): string {
  return sourceText
    .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replace(/!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])/g, ' ')
    .replace(/\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, '$1')
    .replace(/<\/?[a-z][^<>]*>/giu, ' ')
    .replace(/\{[#.:][^{}]*\}/g, ' ')
    .replace(/\b[a-z][a-z\d+.-]*:\/\/\S+/giu, ' ')
    .replace(/(?<=[\p{L}.,;:)])\[\^?\d{1,3}\]/gu, ' ')
    .replace(/(?<![\p{L}\p{N}&])#\d+/gu, ' ')
    .replace(/(?<![\p{L}\p{N}])(?=[\da-f-]*[a-f])(?=[\da-f-]*\d)[\da-f-]{7,}(?![\p{L}\p{N}])/giu, ' ')
    .replace(/^[ \t]*(?:>[ \t]*)*(?:\d{1,3}[.)][ \t]+|\(\d{1,2}[a-z]?\)[ \t]+)/gmu, ' ')
    .replace(/\\([\\`*_{}[\]()#+\-.!|<>])/g, '$1')
    .replace(/[*`]+/g, '');
}
