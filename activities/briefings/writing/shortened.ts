/** One line of at most `longest` characters, cut between words where there are any. */
export function shortened(text: string, longest: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= longest) return line;
  const cut = line.slice(0, longest - 1);
  const lastSpace = cut.lastIndexOf(' ');
  return `${(lastSpace > longest / 2 ? cut.slice(0, lastSpace) : cut).trimEnd()}…`.toWellFormed();
}
