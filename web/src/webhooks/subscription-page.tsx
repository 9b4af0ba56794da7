export function SubscriptionPage() {
  return null;
}
