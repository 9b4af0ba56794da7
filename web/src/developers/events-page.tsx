export function EventsPage() {
  return null;
}
