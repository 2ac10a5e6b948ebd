/** Characters of an answer that count as stated. */
const MOST = 1_200;

/** What the text of an answer states: up to its first heading, without the notes that follow the last citation, without marks. */
export function statedText(summary: string): string {
  const blocks = summary.trim().split(/\n{2,}/);
  const heading = blocks.findIndex((block) => block.startsWith('#'));
  const lead = heading === -1 ? blocks : blocks.slice(0, heading);
  const last = lead.findLastIndex((block) => /\[\d+\]/.test(block));
  return lead
    .slice(0, last + 1)
    .join(' ')
    .normalize('NFC')
    .replaceAll(/\s*\[\d+\]/g, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\\([^\p{L}\p{N}\s])/gu, '$1')
    .replaceAll(/[*`]/g, '')
    .replaceAll(/(?<![\p{L}\p{N}])_([^_]+)_(?![\p{L}\p{N}])/gu, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, MOST);
}
