/** ResetPage. */
export function ResetPage() {
  return <main>…</main>;
}
