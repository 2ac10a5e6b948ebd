/**
 * The words of a quote for a reader: without list markers, paragraph numbers, note marks and line breaks, and with link
 * texts instead of links. Adds and rewords nothing, so the result can be compared with the source again.
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
