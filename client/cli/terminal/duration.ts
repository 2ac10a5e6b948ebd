/** Elapsed time as `0:07`, `12:40`, `1:02:03` or `3 d 4:00:00`. */
export function renderElapsed(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000));
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor((seconds % 86_400) / 3_600);
  const minutes = Math.floor((seconds % 3_600) / 60);
  const clock = `${pad(minutes, hours > 0 || days > 0)}:${pad(seconds % 60, true)}`;
  if (days > 0) return `${days} d ${hours}:${clock}`;
  return hours > 0 ? `${hours}:${clock}` : clock;
}

function pad(part: number, isInner: boolean): string {
  return isInner ? String(part).padStart(2, '0') : String(part);
}

/** Rough age for lists: `12 s`, `5 min`, `3 h`, `4 d`. */
export function renderAge(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.floor(seconds / 3_600)} h`;
  return `${Math.floor(seconds / 86_400)} d`;
}
