export function ConnectedAppsPage() {
  return null;
}
