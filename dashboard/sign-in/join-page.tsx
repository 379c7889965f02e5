/** JoinPage. */
export function JoinPage() {
  return <main>…</main>;
}
