/** The plain text of a Markdown heading: the words of links, without marks for code and emphasis. */
export function plainHeading(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, '$1')
    .replace(/<[^>]*>|\{#[^}]*\}/g, '')
    .replace(/[`*]+/g, '')
    .replace(/\\([^\w\s])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}
