@main
struct BankETL {
  static func main() {
    print(BuiltIn.migrations.count)
  }
}
