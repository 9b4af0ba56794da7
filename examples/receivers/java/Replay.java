import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Refuses a delivery that was signed more than five minutes ago. Use it beside `Receiver.verify`. */
final class Replay {
  private static final int TOLERANCE_S = 300;

  /** True when a secret signed the body's raw bytes with the time. `headers` has lower-case names. */
  static boolean isRecent(byte[] body, Map<String, String> headers, List<String> secrets, long now_s)
      throws GeneralSecurityException {
    var timestamp = headers.getOrDefault("webhook-timestamp", "");
    if (!timestamp.matches("[0-9]{1,12}") || Math.abs(Long.parseLong(timestamp) - now_s) > TOLERANCE_S) return false;
    var isGenuine = false;
    for (var secret : secrets) {
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.replaceFirst("^whsec_", "")), "HmacSHA256"));
      mac.update((headers.getOrDefault("webhook-id", "") + "." + timestamp + ".").getBytes(UTF_8));
      var expected = "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
      for (var signature : headers.getOrDefault("webhook-signature", "").split(" ")) {
        isGenuine |= MessageDigest.isEqual(signature.getBytes(UTF_8), expected.getBytes(UTF_8));
      }
    }
    return isGenuine;
  }
}
