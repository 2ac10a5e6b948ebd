/**
 * The words of a quote as a reader wants them: no list marker, paragraph number or mark of a note, no line breaks, link
 * texts instead of links. Nothing is added or reworded, so the result can be compared with the source again.
 */
export function readableText(sourceText: string): string {
  return sourceText
    .replace(/<!--[\s\S]*?-->/g, ' ')
    .replace(/!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, '$1')
    .replace(/^[ \t]*(?:>[ \t]*)+/gm, '')
    .replace(/^\s*(?:\[!)?[A-Z]{3,}\]\s+/, '')
    .replace(/^\s*(?:[-*+•][ \t]+|\d{1,3}[.)][ \t]+|#{1,6}[ \t]+|\(\d{1,2}[a-z]?\)\s+)/, '')
    .replace(/\*\*([^*]+)\*\*/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}
