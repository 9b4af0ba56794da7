import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Executors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A complete receiver: `PORT=4000 SIGNING_SECRET=… java Receiver.java`.
 * SIGNING_SECRET may hold two secrets, with a comma between them, while one is being replaced.
 */
public final class Receiver {
  private static final int MAX_BODY_BYTES = 2 * 1024 * 1024;

  public static void main(String[] args) throws IOException, GeneralSecurityException {
    var secrets = List.of(System.getenv().getOrDefault("SIGNING_SECRET", "").split(","));
    verify(new byte[0], "0".repeat(64), secrets); // tells a wrong secret now
    var port = Integer.parseInt(System.getenv().getOrDefault("PORT", "4000"));
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext("/", exchange -> receive(exchange, secrets));
    server.start();
    System.out.println("Receiving on http://127.0.0.1:" + server.getAddress().getPort());
  }

  private static void receive(HttpExchange exchange, List<String> secrets) throws IOException {
    try (exchange) {
      var body = exchange.getRequestBody().readNBytes(MAX_BODY_BYTES + 1);
      var isGenuine = verify(body, exchange.getRequestHeaders().getFirst("X-Signature"), secrets);
      exchange.sendResponseHeaders(body.length > MAX_BODY_BYTES ? 413 : isGenuine ? 204 : 401, -1);
      // Your own work goes here; parse it with the JSON library of your choice. It runs after the answer.
      if (isGenuine) System.out.printf("%.200s%n", new String(body, UTF_8));
    } catch (GeneralSecurityException error) {
      throw new IllegalStateException("Every Java has HmacSHA256.", error);
    }
  }

  /** True when a secret signed the raw bytes of the body. `signature` is X-Signature, or null. */
  static boolean verify(byte[] body, String signature, List<String> secrets) throws GeneralSecurityException {
    if (signature == null || !signature.matches("[0-9a-f]{64}")) return false;
    var isGenuine = false;
    for (var secret : secrets) {
      var key = secret.replaceFirst("^whsec_", "");
      if (!key.matches("[A-Za-z0-9]{60}")) throw new IllegalArgumentException("SIGNING_SECRET must have 60 letters and digits.");
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key.getBytes(UTF_8), "HmacSHA256"));
      isGenuine |= MessageDigest.isEqual(HexFormat.of().parseHex(signature), mac.doFinal(body));
    }
    return isGenuine;
  }
}
