export function AccountDetailsPage() {
  return null;
}
