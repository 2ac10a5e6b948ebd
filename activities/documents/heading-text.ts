/** A Markdown heading as it is read: links as their words, without marks for code and emphasis. */
export function plainHeading(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, '$1')
    .replace(/<[^>]*>|\{#[^}]*\}/g, '')
    .replace(/[`*]+/g, '')
    .replace(/\\([^\w\s])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}
